"""Threads: one unless a run says otherwise, the process left as it was, the choice part of the run."""

import sys
import threading

import numpy as np
import pytest
import torch
from threadpoolctl import threadpool_info

from igcl_core import Run, evaluate, train
from igcl_core.threads import computing, use_threads


@pytest.fixture
def several_threads():
    """A process as torch leaves it: with a thread for each of many cores, however many there are."""
    before = torch.get_num_threads()
    use_threads(3)
    yield
    use_threads(before)


def blas_threads() -> set[int]:
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


def test_threads_are_set_and_checked(several_threads):
    assert torch.get_num_threads() == 3 and blas_threads() == {3}
    with pytest.raises(ValueError, match="from 1 to 256, but 0 came"):
        use_threads(0)


def test_inside_there_are_as_many_as_said_and_after_it_as_before(several_threads):
    with computing(2):
        assert torch.get_num_threads() == 2 and blas_threads() == {2}
        with computing(1):
            assert torch.get_num_threads() == 2
    assert torch.get_num_threads() == 3 and blas_threads() == {3}


def test_the_caller_keeps_its_tiny_numbers(small_graph):
    tiny = sys.float_info.min
    with computing():
        assert tiny / 2 == 0
        with computing():
            assert tiny / 2 == 0
        assert tiny / 2 == 0
    assert tiny / 2 > 0
    for _ in train(small_graph, epochs=2, warmup=1):
        assert tiny / 2 > 0
    Run(small_graph, epochs=4, warmup=2).advance(3)
    assert tiny / 2 > 0


def test_two_numbers_take_turns(several_threads):
    inside, seen = threading.Barrier(2), []

    def other() -> None:
        inside.wait()
        with computing(1):
            seen.append(blas_threads())

    thread = threading.Thread(target=other)
    with computing(2):
        thread.start()
        inside.wait()
        assert blas_threads() == {2} and not seen
    thread.join()
    assert seen == [{1}] and blas_threads() == {3}


def test_a_run_computes_with_one_thread_whatever_the_process_has(several_threads, small_graph, monkeypatch):
    from igcl_core.methods.implicit.node_level import NodeIGCL

    seen, trains = set(), NodeIGCL.train
    monkeypatch.setattr(NodeIGCL, "train", lambda *at: seen.add(torch.get_num_threads()) or trains(*at))
    for _ in train(small_graph, epochs=2, warmup=1):
        assert torch.get_num_threads() == 3
    run = Run(small_graph, epochs=4, warmup=2)
    run.advance(3)
    run.rewind(1)
    run.branch(tau=0.2).advance()
    assert seen == {1}


def test_the_choice_is_part_of_the_run_of_its_branches_and_of_its_file(small_graph, tmp_path, monkeypatch):
    from igcl_core.methods.implicit.node_level import NodeIGCL

    seen, trains = set(), NodeIGCL.train
    monkeypatch.setattr(NodeIGCL, "train", lambda *at: seen.add(torch.get_num_threads()) or trains(*at))
    run = Run(small_graph, epochs=4, warmup=2, threads=2)
    run.advance(2)
    run.save(tmp_path / "run.igcl")
    again = Run.open(tmp_path / "run.igcl", small_graph)
    assert run.threads == again.threads == run.branch(tau=0.2).threads == 2
    again.advance()
    assert seen == {2}
    with pytest.raises(ValueError, match="The number of threads"):
        Run(small_graph, threads=0)


def test_scores_do_not_depend_on_the_threads_of_the_process():
    random = np.random.default_rng(0)
    z, y = random.normal(size=(3000, 16)).astype(np.float32), np.arange(3000) % 4
    z[:, 0] += y
    found = []
    before = torch.get_num_threads()
    for count in (1, 3):
        use_threads(count)
        found.append(evaluate.cluster(z, y, repeats=1).details["inertia"])
    use_threads(before)
    assert found[0] == found[1]
