"""Reading: graphs from files that somebody brought, without trust, with every guess said and changeable."""

from igcl_core.reading.embedding import EMBEDDING_ENDINGS, Embedding, LookedEmbedding, look_at_embedding, read_embedding
from igcl_core.reading.given import Given
from igcl_core.reading.guess import NONE, Guess, Wanted
from igcl_core.reading.limits import LIMITS
from igcl_core.reading.read import ENDINGS, look, read
from igcl_core.reading.reading import Looked, Reading
from igcl_core.reading.refused import Refused

__all__ = [
    "EMBEDDING_ENDINGS",
    "ENDINGS",
    "Embedding",
    "Given",
    "Guess",
    "LIMITS",
    "Looked",
    "LookedEmbedding",
    "NONE",
    "Reading",
    "Refused",
    "Wanted",
    "look",
    "look_at_embedding",
    "read",
    "read_embedding",
]
