"""The latent Gaussians in numbers: how much they overlap, whose samples are whose, and where the embeddings stand.

All functions take z, mu and sigma as the loss sees them (`methods.implicit.contrasted`) and give numpy arrays back.
"""

from igcl_core.analysis.gaussians.before import step_before_contrast
from igcl_core.analysis.gaussians.between import MOST_COMPARED, overlap_between
from igcl_core.analysis.gaussians.bound import COUNTS, TAUS, AgainstSamples, AgainstTau, against_samples, against_tau
from igcl_core.analysis.gaussians.cloud import Cloud, cloud
from igcl_core.analysis.gaussians.dimensions import INACTIVE_NATS, Dimensions, dimensions
from igcl_core.analysis.gaussians.gradient_noise import GradientNoise, gradient_noise
from igcl_core.analysis.gaussians.one_node import SoftmaxRow, softmax_row
from igcl_core.analysis.gaussians.other_taus import counting, weights_over_tau
from igcl_core.analysis.gaussians.overlap import overlap_matrix
from igcl_core.analysis.gaussians.pick import by_class, members, of_pairs
from igcl_core.analysis.gaussians.projection import (
    LinearProjection,
    latent_axes,
    outline,
    pca_of_means,
    separating_plane,
)
from igcl_core.analysis.gaussians.samples import samples
from igcl_core.analysis.gaussians.separation import MOST_ITEMS, Separation, separation
from igcl_core.analysis.gaussians.shared_ground import areas, different, shared_ground
from igcl_core.analysis.gaussians.stages import EMBEDDINGS, MEANS, UNTRAINED_Z, Stage, stages
from igcl_core.analysis.gaussians.table import lines, short

__all__ = [
    "AgainstSamples",
    "AgainstTau",
    "COUNTS",
    "Cloud",
    "Dimensions",
    "EMBEDDINGS",
    "GradientNoise",
    "INACTIVE_NATS",
    "LinearProjection",
    "MEANS",
    "MOST_COMPARED",
    "MOST_ITEMS",
    "Separation",
    "SoftmaxRow",
    "Stage",
    "TAUS",
    "UNTRAINED_Z",
    "against_samples",
    "against_tau",
    "areas",
    "by_class",
    "cloud",
    "counting",
    "different",
    "dimensions",
    "gradient_noise",
    "latent_axes",
    "lines",
    "members",
    "of_pairs",
    "outline",
    "overlap_between",
    "overlap_matrix",
    "pca_of_means",
    "samples",
    "separating_plane",
    "separation",
    "shared_ground",
    "short",
    "softmax_row",
    "stages",
    "step_before_contrast",
    "weights_over_tau",
]
