"""Judge hostile cases in a process of its own: `python tests/hostile/judge.py KIND COUNT SEED`.

Every case must be accepted rightly or answered with a sentence. The number of a case is written before it is tried,
so that a crash names it; an alarm ends a case that hangs, and memory is limited. One JSON line sums it all up.
"""

from __future__ import annotations

import importlib.util
import json
import os
import random
import resource
import signal
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS, MEMORY = 20, 6_000_000_000
OURS = {"IGCL_MEMORY": "600M", "IGCL_STEP_SECONDS": "2", "IGCL_OFFLINE": "1"}

Case = tuple[str, Callable[[], object]]


def is_sentence(said: str) -> bool:
    """Words for a person: a whole sentence that is not too long and shows nothing of the machinery."""
    machinery = ("Traceback", "Errno", " object at 0x", "<class")
    words = len(said.split())
    return 4 <= words and len(said) < 1500 and said[-1] in ".?" and not any(sign in said for sign in machinery)


def verdict(attempt: Callable[[], object]) -> str:
    """ "accepted", "sentence", or what was wrong."""
    from igcl_core import DataUnavailable, Diverged

    signal.alarm(SECONDS)
    try:
        attempt()
    except (ValueError, TypeError, OSError, DataUnavailable, Diverged) as problem:
        return "sentence" if is_sentence(str(problem)) else f"no sentence: {type(problem).__name__}: {problem}"
    except BaseException as problem:
        return f"{type(problem).__name__}: {problem}"
    finally:
        signal.alarm(0)
    return "accepted"


def overdue(*_: object) -> None:
    raise TimeoutError("it took too long")


def cases_of(kind: str, number: random.Random, folder: Path) -> Iterator[Case]:
    place = importlib.util.spec_from_file_location(kind, Path(__file__).with_name(f"{kind}.py"))
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    return module.cases(number, folder)


def main(kind: str, count: str, seed: str) -> None:
    sys.path.insert(0, str(ROOT))
    import torch

    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, overdue)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    counts, wrong = Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(OURS, IGCL_CACHE=f"{folder}/cache")
        cases = cases_of(kind, random.Random(int(seed)), Path(folder))
        for index, (label, attempt) in zip(range(int(count)), cases, strict=False):
            print(f"{index} {label}"[:300], file=sys.stderr, flush=True)
            came = verdict(attempt)
            counts[came if came in ("accepted", "sentence") else "wrong"] += 1
            if came not in ("accepted", "sentence"):
                wrong.append(f"{label[:200]}: {came[:300]}")
    print(json.dumps({**counts, "faults": wrong[:20]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
