from dataclasses import FrozenInstanceError

import pytest

from igcl_core.evaluate import Score


def test_a_score_reads_as_a_sentence():
    assert str(Score(0.8333, 0.0081, "public split", 20)) == "83.3 % ± 0.8 (public split)"
    assert str(Score(0.8, 0.0, "one run")) == "80.0 % (one run)"
    assert str(Score(1.0, 0.0, "three runs", 3)) == "100.0 % ± 0.0 (three runs)"


def test_a_score_is_frozen():
    with pytest.raises(FrozenInstanceError):
        Score(0.8, 0.0, "one run").value = 1.0
