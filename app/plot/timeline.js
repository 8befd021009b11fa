// A bar below a chart that moves its points through the kept steps in the browser, and trails behind picked points.

const FRAMES_PER_SECOND = 6;
const [PLAY, STOP] = ["▶", "❚❚"];
const TRAILS = 40; // more than that is a tangle
const INK = "rgba(124, 124, 124, 0.9)";
export const BAR_HEIGHT = 44;

/** The frames as they came: whole numbers from 0 to 65535 between the low and the high corner of each pane. */
export function decode(text) {
  if (!text) return null;
  const { steps, panes } = JSON.parse(text);
  return { steps, panes: panes.map((pane) => ({ ...pane, xy: words(pane.xy) })) };
}

function words(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Uint16Array(bytes.buffer);
}

/** Where an item of a pane is at a moment; -1 stands for a gap in a line. */
function place({ xy, of, low, span, items }, moment, item, axis) {
  if (item < 0) return NaN;
  return low[axis] + (span[axis] * xy[2 * (of[moment] * items + item) + axis]) / 65535;
}

/** Move the points of every trace that belongs to a pane to where they are at the moment. */
export function move(film, moment, traces, ids) {
  traces.forEach((trace, number) => {
    const pane = film.panes[trace.meta?.pane];
    if (!pane) return;
    trace.x = Float32Array.from(ids[number], (item) => place(pane, moment, item, 0));
    trace.y = Float32Array.from(ids[number], (item) => place(pane, moment, item, 1));
  });
  traces.forEach((trace, number) => {
    const pane = film.panes[trace.meta?.far_of];
    if (pane) ids[number] = point(trace, pane, moment);
  });
}

/** Arrows beside the items that are at the edge at the moment, though they lie farther out; their ids. */
function point(trace, pane, moment) {
  const far = pane.far[pane.of[moment]];
  const [x, y] = [0, 1].map((axis) => far.map((item) => place(pane, moment, item, axis)));
  const away = (places, axis) => places.map((at) => at - pane.low[axis] - pane.span[axis] / 2);
  const [right, up] = [away(x, 0), away(y, 1)];
  const angle = right.map((along, number) => (Math.atan2(along, up[number]) * 180) / Math.PI);
  Object.assign(trace, { x, y, customdata: far, marker: { ...trace.marker, angle } });
  return far;
}

/** The title of a pane that moves says which step it shows. */
export function sayStep(film, moment, layout) {
  film.panes.forEach(({ of }, number) => {
    const title = layout.annotations?.find(({ name }) => name === `pane-${number}`);
    if (title && new Set(of).size > 1) title.text += ` · step ${film.steps[moment]}`;
  });
}

/** A ring around every picked point, and behind it a line from the first step to the moment, with an arrow. */
export function trails(film, moment, picked, traces) {
  const items = picked.size <= TRAILS ? [...picked] : [];
  return film.panes.flatMap((pane, number) => {
    const like = traces.find((trace) => trace.meta?.pane === number);
    if (!like || !items.length) return [];
    const rings = {
      type: "scatter", mode: "markers", xaxis: like.xaxis, yaxis: like.yaxis, hoverinfo: "skip", showlegend: false,
      x: items.map((item) => place(pane, moment, item, 0)), y: items.map((item) => place(pane, moment, item, 1)),
      marker: { symbol: "circle-open", size: 14, color: INK, line: { width: 2 } }, uid: `rings-${number}`,
    };
    if (new Set(pane.of.slice(0, moment + 1)).size < 2) return [rings];
    const places = [...Array(moment + 1).keys()];
    const line = (axis) => items.flatMap((item) => [...places.map((at) => place(pane, at, item, axis)), null]);
    const size = items.flatMap(() => [...places.map((at) => (at === moment ? 9 : 0)), 0]);
    const symbol = items.flatMap(() => [...places.map((at) => (at === moment ? "arrow" : "circle")), "circle"]);
    return [rings, {
      type: "scatter", mode: "lines+markers", x: line(0), y: line(1), xaxis: like.xaxis, yaxis: like.yaxis,
      line: { width: 1.4, color: INK }, marker: { color: INK, size, symbol, angleref: "previous", line: { width: 0 } },
      hoverinfo: "skip", showlegend: false, uid: `trails-${number}`,
    }];
  });
}

/** The bar: play, a slider over the steps, and a button that tells Python which step to study. */
export function bar(parent, changed, study) {
  const element = document.createElement("div");
  element.className = "timeline";
  element.style.cssText = `display: flex; gap: 0.6rem; align-items: center; height: ${BAR_HEIGHT}px; font-size: 0.85rem;`;
  const look = "border: 1px solid var(--st-border-color); border-radius: 0.4rem; background: none; cursor: pointer;"
    + "color: inherit; padding: 0.2rem 0.6rem; font: inherit; white-space: nowrap;";
  const play = Object.assign(document.createElement("button"), { type: "button", textContent: PLAY, title: "Play steps" });
  const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, step: 1 });
  const [label, note] = [document.createElement("output"), document.createElement("output")];
  const choose = Object.assign(document.createElement("button"), { type: "button", textContent: "Study" });
  choose.title = "Study this step: what is picked, how far to trust the maps, and the files are then of this step";
  play.setAttribute("aria-label", play.title);
  play.style.cssText = choose.style.cssText = look;
  slider.style.cssText = "flex: 1; min-width: 60px; accent-color: var(--st-primary-color);";
  label.style.cssText = "min-width: 4.4rem; text-align: right; font-variant-numeric: tabular-nums;";
  note.style.cssText = "flex: 0 1 11rem; min-width: 4.5rem; font-size: 0.75rem; line-height: 1.1;";
  slider.setAttribute("aria-label", "Step shown");
  element.append(play, slider, label, choose, note);
  parent.append(element);
  const state = { element, slider, label, note, choose, steps: [], follow: true, timer: null };
  slider.addEventListener("input", () => go(state, Number(slider.value), changed));
  play.addEventListener("click", () => (state.timer ? stop(state, play) : start(state, play, changed)));
  choose.addEventListener("click", () => study(state.steps[Number(slider.value)]));
  return state;
}

function go(state, moment, changed) {
  state.slider.value = moment;
  state.follow = moment === state.steps.length - 1;
  say(state, moment);
  changed();
}

/** The step shown; and of which step the numbers below are, if it is another. */
function say(state, moment) {
  const shown = state.steps[moment];
  state.label.textContent = `step ${shown}`;
  state.note.textContent = shown === state.studied ? "" : `numbers below: step ${state.studied}`;
}

function start(state, play, changed) {
  const last = () => state.steps.length - 1;
  if (Number(state.slider.value) >= last()) go(state, 0, changed);
  play.textContent = STOP;
  state.timer = setInterval(() => {
    const next = Number(state.slider.value) + 1;
    if (next > last() || !state.element.isConnected) return stop(state, play);
    go(state, next, changed);
  }, 1000 / FRAMES_PER_SECOND);
}

function stop(state, play) {
  clearInterval(state.timer);
  state.timer = null;
  play.textContent = PLAY;
}

/** Give the bar the steps there are now. It stays at its step, or at the end if it was there, or where Python is. */
export function update(state, film, studied) {
  const shown = state.steps[Number(state.slider.value)];
  const moved = state.studied !== studied;
  const wanted = moved ? studied : state.follow ? film.steps.at(-1) : shown;
  state.studied = studied;
  state.steps = film.steps;
  const found = film.steps.indexOf(wanted);
  const moment = found < 0 ? film.steps.length - 1 : found;
  state.follow = moment === film.steps.length - 1;
  state.slider.max = film.steps.length - 1;
  state.slider.value = moment;
  say(state, moment);
  state.element.style.visibility = film.steps.length > 1 ? "visible" : "hidden";
}

export const momentOf = (state) => Number(state.slider.value);
