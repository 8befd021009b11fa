"""Visit: the runs of one visitor, the newest last."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scipy import sparse

from app.session.background import Background
from app.session.choice import DEFAULT_DATASET, Choice
from app.session.crowd import Crowd
from app.session.fleet import Fleet
from app.session.frame_link import Frame
from app.session.live_run import LiveRun
from app.session.lockstep import Lockstep
from app.session.memory import Memory
from app.session.picks import Picks
from app.session.plan import BEGIN, BRANCH, GO_ON, Plan, plan_for
from app.session.race import Race
from app.session.recipe import Recipe, recipe_of
from app.session.shelf import Shelf
from app.session.tape import FAST, SECONDS_A_STEP, Tape
from app.session.tau_sweep import TauSweep
from igcl_core import DATASETS, METHODS, Graphs, Run, Settings, load
from igcl_core.data import Source, source_of

KEPT_RUNS, SAVED_RUNS, KEPT_OWN = 6, 2, 4
SYMBOLS = {"tau": "τ"}
LET_GO = "{} was let go: a visit keeps {} runs, or as many as fit into its share of the memory."
MOVED = "{} moved to disk: open it again from the list."


@dataclass(frozen=True)
class Remembered:
    """What a tab remembers of a visit: its key, and how far the run that it showed had come."""

    key: str
    choice: Choice | None = None
    step: int = 0


class Visit:
    """A visitor's runs. `current` is the one the pages show, `picks` what is picked on all of them.

    `own` is the data that the visitor brought, by a name that only this visit knows; `embedding` a finished embedding,
    and `shows_own` whether the Embeddings page shows it.

    `drawn` is what the Embeddings page shows, for its files, which are made when their button is pressed; `looks` is
    how its maps are drawn, where not as usual. `arriving` is the frame of a link until its run is there; `problems` are
    sentences on a link that could not be followed. `shelf` are the runs that are saved, `put_away` saves one that has
    no place in memory any more, and `back` says that runs have come back from disk.
    """

    def __init__(self, fleet: Fleet, crowd: Crowd | None = None, memory: Memory | None = None):
        self.crowd, self.memory = crowd or Crowd(), memory or Memory()
        self.memory.add(self)
        self.id = uuid.uuid4().hex
        self.session = ""
        self.fleet = fleet
        self.live_runs: list[LiveRun] = []
        self.current: LiveRun | None = None
        self.overlay: list[LiveRun] = []
        self.choice: Choice | None = None
        self.beside: tuple[float, ...] = ()
        self._together: Lockstep | None = None
        self.own: dict[str, Source] = {}
        self.embedding: Any = None
        self.embedding_size, self.shows_own = 0, False
        self.picks = Picks()
        self.drawn: Any = None
        self.looks: Mapping[str, str] = {}
        self.problems: list[str] = []
        self.arriving: tuple[Frame, LiveRun] | None = None
        self.opens_on = DEFAULT_DATASET
        self.sweep: TauSweep | None = None
        self.race = Race(self._racer, fleet.size)
        self.lost: Remembered | None = None
        self.let_go, self.back = "", ""
        self.shelf: Shelf | None = None
        self.put_away: Callable[[LiveRun, Callable[[bool], None]], bool] = lambda live_run, done: False
        self.tape, self.opening, self._tempo = Tape(), False, FAST
        self.background = Background()
        self.count = 0

    def show(self, live_run: LiveRun) -> None:
        """Have the pages show this run of the visit."""
        if live_run in self.live_runs:
            self.current = live_run
            self.look(None)

    @property
    def _kept(self) -> tuple[int, ...]:
        return () if self.current is None else self.current.view.kept

    @property
    def looked(self) -> int | None:
        """The kept step of the current run that the visitor looks at; None is the newest."""
        return self.tape.at(self._kept)

    @property
    def replaying(self) -> bool:
        return self.tape.moving(self._kept)

    def look(self, step: int | None) -> None:
        """Look at a kept step of the current run, which changes nothing; None, or one not kept, is the newest."""
        self.opening = False
        self.tape.look(step if step in self._kept[:-1] else None)

    def open_tape(self) -> None:
        """Look at the first step, from where the tape is to move once there is a page to see it on."""
        self.look(min(self._kept, default=None))
        self.opening = True

    def replay(self) -> None:
        """Move through the kept steps of the current run."""
        self.opening = False
        self.tape.replay(self._kept)

    def hold(self) -> None:
        self.opening = False
        self.tape.hold(self._kept)

    @property
    def tempo(self) -> str:
        """How fast the tape moves, if it does or is that of a saved run, or how fast a run of the visitor's trains."""
        saved = self.current is None or self.current.choice is None
        return self.tape.tempo if saved or self.replaying else self._tempo

    def set_tempo(self, tempo: str) -> None:
        """Take another tempo for the tape, and for training unless it is a saved run that is shown."""
        self.tape.set_tempo(tempo, self._kept)
        if self.current is not None and self.current.choice is not None and tempo in SECONDS_A_STEP:
            self._tempo = tempo
            for live_run in self.live_runs:
                live_run.set_pace(SECONDS_A_STEP[tempo])

    def overlaid(self) -> list[LiveRun]:
        """Other runs to lay over the curves of the current one."""
        return [live_run for live_run in self.overlay if live_run in self.live_runs and live_run is not self.current]

    def pick(self, ids: Iterable[Any], data: str, items: int) -> None:
        """Pick these items of this data and no others. A browser may say anything: what is no item is dropped."""
        good = dict.fromkeys(each for each in ids if type(each) is int and 0 <= each < items)
        self.picks = Picks(data, tuple(good))

    @property
    def held(self) -> int:
        """Bytes that the runs and the data of the visitor's own hold."""
        own = self.embedding_size + sum(map(size_of, [*self.own.values()]))
        return own + self.race.held + sum(live_run.held for live_run in [*self.live_runs])

    @property
    def needs(self) -> list[int]:
        """Bytes that each run may need for a moment while it works."""
        return [live_run.need for live_run in [*self.live_runs]] + self.race.needs

    @property
    def busy(self) -> bool:
        """Whether what the pages show will still change by itself: any run, for those beside the current one are
        shown, too; a tape that moves; a map that settles; numbers that are computed."""
        return self.replaying or self.background.busy or any(live_run.busy for live_run in self.live_runs)

    @property
    def moment(self) -> tuple:
        """Differs from what it was whenever there is something else to show."""
        return (
            self.background.finished,
            len(self.problems),
            *((live_run.number, live_run.view.version) for live_run in self.live_runs),
        )

    def bring(self, graphs: Graphs) -> Choice:
        """Take data of the visitor's own, for this visit alone, and what to train on it by its size and task."""
        taken = graphs.name.lower() in DATASETS
        source = source_of(replace(graphs, name=f"own {graphs.name}") if taken else graphs)
        if not source.card.brought:
            return Choice(source.key)
        self.memory.check(self, size_of(source))
        self.own.pop(source.key, None)
        self.own[source.key] = source
        while len(self.own) > KEPT_OWN:
            self.own.pop(next(iter(self.own)))
        return Choice(source.key, own=source)

    def bring_embedding(self, explored: Any, size: int) -> None:
        """Take a finished embedding of the visitor's own, which the Embeddings page shows until told otherwise."""
        self.memory.check(self, size)
        self.embedding, self.embedding_size, self.shows_own = explored, size, True

    def begin(self, choice: Choice | None = None) -> LiveRun:
        """A new run of what is chosen, at its start."""
        choice = choice or self.choice or Choice()
        live_run = self.start(choice.dataset, choice.method, choice.settings, choice.own)
        live_run.choice, live_run.recipe = choice, Recipe(choice)
        self.lost, self.problems = None, []
        return live_run

    def follow(self, recipe: Recipe, step: int) -> LiveRun:
        """Train a run like another one to a step: the same numbers again."""
        recipe = recipe.until(step)
        live_run = self.begin(recipe.start)
        live_run.choice, live_run.recipe = recipe.choice, recipe
        live_run.rename(recipe_words(recipe))
        live_run.follow(recipe, step)
        return live_run

    def train_again(self) -> None:
        """Train a run like the lost one to the step it had reached: the same numbers again."""
        if self.lost is not None:
            self.follow(Recipe(self.lost.choice), self.lost.step)

    @property
    def plan(self) -> Plan:
        """What the next Play or Step does. Runs side by side all begin at step 0, so none of them is a branch."""
        shown = self.current if self.together is None else self.together.leader
        plan = plan_for(shown, self.choice or Choice(), self.looked)
        forked = plan.kind == GO_ON and shown.view.fork is not None
        return Plan(BEGIN) if self.beside and (plan.kind == BRANCH or forked) else plan

    def play(self) -> None:
        """Carry out the plan, and go on to the end."""
        self._gathered(self._planned()).play()

    def step(self) -> None:
        """Carry out the plan, and take one step."""
        self._gathered(self._planned()).step()

    def rest(self) -> None:
        """Pause, and wait a moment for the step under way."""
        trains = self.together or self.current
        if trains is not None:
            trains.rest()

    def reset(self) -> None:
        """Begin anew what is chosen, at its start."""
        self._gathered(self.begin())

    @property
    def together(self) -> Lockstep | None:
        """The runs side by side, if the one shown is among them."""
        return self._together if self._together is not None and self.current in self._together.runs else None

    def set_beside(self, taus: tuple[float, ...]) -> None:
        """Take other temperatures to train beside the run: new ones begin at the next Play or Step, those that are no
        longer wanted rest at once, and stay among the runs."""
        self.beside = taus
        if self._together is not None:
            for live_run in self._together.runs[1:]:
                if live_run.choice.settings.tau not in taus:
                    self._together.drop(live_run)
            if len(self._together.runs) == 1:
                self._together.leader.company, self._together = None, None

    def _gathered(self, leader: LiveRun) -> LiveRun | Lockstep:
        """A run with those that are to train beside it, begun where they are not there yet; or it alone."""
        old = self._together
        if old is not None and old.leader is not leader:
            old.part()
            self._together = old = None
        there = {} if old is None else {each.choice.settings.tau: each for each in old.runs[1:]}
        missing = [tau for tau in self.beside if tau not in there and tau != leader.choice.settings.tau]
        begun = [self.begin(with_tau(leader.choice, tau)) for tau in missing]
        self.show(leader)
        if not there and not begun:
            return leader
        self._together = Lockstep([leader, *there.values(), *begun])
        return self._together

    def _planned(self) -> LiveRun:
        """The run that the plan leads to. What was trained before stays as it is."""
        plan, live_run, self.back = self.plan, self.current, ""
        if plan.kind == GO_ON:
            return live_run if self.together is None else self.together.leader
        if plan.kind != BRANCH:
            return self.begin()
        child = self.branch(live_run, plan.step, **plan.changes)
        past = live_run.recipe
        child.choice = self.choice
        child.recipe = None if past is None else past.turned(plan.step, self.choice.settings)
        return child

    def steer(self, choice: Choice) -> None:
        """Take a new choice. It takes effect at the next Play or Step, as the plan says."""
        if self.choice not in (None, choice):
            self.hold()
            self.problems = []
        self.choice = choice

    def start(self, dataset: str, method: str, settings: Settings, own: Source | None = None) -> LiveRun:
        """A new run, built by a worker."""
        live_run = self._add(run_name(dataset if own is None else own.card.called, method, settings))
        live_run.give(lambda: self._build(live_run, dataset, method, settings, own))
        return live_run

    def _racer(self, choice: Choice) -> LiveRun:
        """A run for the race, beside those that the other pages show."""
        live_run = LiveRun(METHODS[choice.method].title, self.fleet.wake)
        live_run.choice, live_run.recipe = choice, Recipe(choice)
        live_run.give(lambda: self._build(live_run, choice.dataset, choice.method, choice.settings, choice.own))
        return live_run

    def _build(self, live_run: LiveRun, dataset: str, method: str, settings: Settings, own: Source | None) -> Run:
        """A run, if there is room for what it will take."""
        graphs = self._graphs(dataset) if own is None else own.load()
        self.make_room(live_run, METHODS[method].bytes_of_run(graphs, settings))
        return Run(graphs, method, settings)

    def _graphs(self, dataset: str) -> Graphs:
        """The data; where it is not on this machine, that of a run which brought it along."""
        brought = [each.view.graphs for each in self.live_runs if each.view.graphs is not None]
        same = [graphs for graphs in brought if graphs.name == dataset]
        return same[0] if same and not DATASETS[dataset].available() else load(dataset)

    def brings(self, dataset: str) -> bool:
        """Whether a run of this visit has brought this data along, as a recording does."""
        return any(each.view.graphs is not None and each.view.graphs.name == dataset for each in self.live_runs)

    def make_room(self, live_run: LiveRun, need: int) -> None:
        """Say what a run will need before asking whether there is room, so that two at once see each other."""
        live_run.need = need
        try:
            self.memory.check(self, need)
        except ValueError:
            live_run.need = 0
            raise

    def open(self, path: str, name: str) -> LiveRun:
        """A saved run, which other visitors may look at, too."""
        live_run = self._add(name)
        live_run.shared = True

        def make() -> Run:
            live_run.recipe = saved_recipe(path)
            return saved_run(path)

        live_run.give(make)
        return live_run

    def branch(self, parent: LiveRun, step: int | None = None, **changes: Any) -> LiveRun:
        """A run that leaves its parent at a step, or where that is now; it plays on if the parent did."""
        words = [f"branch of {parent.number}" + ("" if step is None else f" at {step}")]
        child = self._add(": ".join(words + [", ".join(map(setting_words, changes, changes.values()))] * bool(changes)))
        if parent.view.status == "playing":
            child.play()
        parent.pause()
        parent.tell(lambda run: self._hand_over(run, child, step, changes))
        return child

    def _hand_over(self, run: Run, child: LiveRun, step: int | None, changes: dict[str, Any]) -> None:
        """Fork on the parent's worker; a fork that cannot be is the child's error, not its parent's."""
        try:
            self.memory.check(self)
            fork = run.branch(step, **changes)
            self.make_room(child, run.method.bytes_of_run(fork.graphs, fork.settings))
        except ValueError as problem:
            sentence = str(problem)
            child.give(lambda: _raise(sentence))
        else:
            child.give(lambda: fork)

    def take_in(self, name: str, build: Callable[[LiveRun], Run], number: int | None = None) -> LiveRun:
        """A run that a worker builds, under a number of its own or the one it has had before."""
        live_run = self._add(name, number)
        live_run.give(lambda: build(live_run))
        return live_run

    def _add(self, name: str, number: int | None = None) -> LiveRun:
        self.count += number is None
        number = number or self.count
        live_run = LiveRun(f"{number} · {name}", self.fleet.wake)
        live_run.number = number
        live_run.set_pace(SECONDS_A_STEP[self._tempo])
        self.live_runs.append(live_run)
        self.show(live_run)
        self._let_go()
        return live_run

    def _let_go(self) -> None:
        """Move the oldest runs to disk where there are too many, or drop what cannot be saved, and say so."""
        moved, dropped = [], []
        while len(self.live_runs) > KEPT_RUNS or (len(self.live_runs) > 2 and self.held > self.memory.allowance(self)):
            oldest = self.live_runs.pop(0)
            if self._together is not None and oldest in self._together.runs[1:]:
                self._together.drop(oldest)
            oldest.pause()
            (moved if self._move(oldest) else dropped).append(oldest.name)
        words = [MOVED.format(" and ".join(moved))] * bool(moved)
        self.let_go = " ".join(words + [LET_GO.format(" and ".join(dropped), KEPT_RUNS)] * bool(dropped))

    def _move(self, live_run: LiveRun) -> bool:
        """Have a run saved and then forgotten; one that turns out not to be saved is said to be let go."""

        def done(saved: bool) -> None:
            if not saved:
                self.let_go = LET_GO.format(live_run.name, KEPT_RUNS)
            live_run.leave()

        return self.put_away(live_run, done)

    def dismiss(self, live_run: LiveRun) -> None:
        """Forget a run, and show the newest of the others."""
        self.live_runs.remove(live_run)
        if self._together is not None and live_run in self._together.runs:
            self._together.part()
            self._together = None
        live_run.leave()
        if self.current is live_run:
            self.current = self.live_runs[-1] if self.live_runs else None
            self.look(None)

    def leave(self) -> None:
        """Stop all runs and let go of what they hold; whatever still holds the visit holds nothing else."""
        for live_run in self.live_runs:
            live_run.leave()
        self.live_runs, self.current, self.overlay, self.drawn, self.arriving = [], None, [], None, None
        if self.sweep is not None:
            self.sweep.stop()
        self.race.leave()
        self.background.want(())
        self.sweep, self.background, self._together = None, Background(), None
        self.own, self.choice, self.embedding, self.embedding_size = {}, None, None, 0


def size_of(source: Source) -> int:
    """Bytes that data of a visitor's own takes."""
    return graph_size(source.graphs)


def graph_size(graphs: Graphs) -> int:
    """Bytes that edges and features take."""
    x = graphs.x
    return graphs.edges.nbytes + (x.data.nbytes + x.indices.nbytes if sparse.issparse(x) else x.nbytes)


@lru_cache(maxsize=SAVED_RUNS)
def saved_run(path: str) -> Run:
    """A finished run in a file, read once for all: nobody trains it on, and a branch of it is a run of its own."""
    return Run.open(path)


@lru_cache(maxsize=SAVED_RUNS)
def saved_recipe(path: str) -> Recipe | None:
    """How it came to be, found once: it takes a look at all of its data."""
    return recipe_of(saved_run(path))


def recipe_words(recipe: Recipe) -> str:
    """What a run that was followed is called: how it began, and how it went on."""
    turns = [
        f"from {turn.step}: {', '.join(map(setting_words, turn.changes, turn.changes.values()))}"
        for turn in recipe.turns
    ]
    return ", ".join([run_name(*recipe.start.where, recipe.start.settings), *turns])


def run_name(dataset: str, method: str, settings: Settings) -> str:
    """What a run is called: its graph, its method unless that is the usual one, and the settings that name it."""
    who = [] if method == Choice.method else [METHODS[method].title]
    return ", ".join([dataset, *who, settings.words().replace("tau", SYMBOLS["tau"])])


def with_tau(choice: Choice, tau: float) -> Choice:
    """The same choice with another temperature."""
    return replace(choice, changes={**choice.changes, "tau": tau})


def setting_words(name: str, value: Any) -> str:
    """A setting and its value."""
    return f"{SYMBOLS.get(name, name)} {value:g}" if isinstance(value, float) else f"{name} {value}"


def _raise(sentence: str) -> Run:
    raise ValueError(sentence)
