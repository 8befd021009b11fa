"""One process-wide number of threads."""

import pytest
import torch

from igcl_core.threads import use_threads


def test_threads_are_set_and_checked():
    before = torch.get_num_threads()
    use_threads(1)
    assert torch.get_num_threads() == 1
    with pytest.raises(ValueError, match="At least one thread"):
        use_threads(0)
    use_threads(before)
