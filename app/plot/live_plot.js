// A Plotly chart that is updated, never rebuilt: zoom, pan, hidden traces and picked points outlive every refresh.

import { enlarged, enlargement } from "./enlarged.js";
import { BAR_HEIGHT, bar, decode, momentOf, move, sayStep, trails, update } from "./timeline.js";

const plots = new WeakMap();
const loading = new Map();
let turn = Promise.resolve(); // when the next chart may be drawn
const NARROW = 560; // px below which two panes are stacked
const LEAST = 200; // px that a chart needs
const LETTERS = 14; // px of the page's letters for which figures are made
const SETTLE = 50; // ms that Plotly gets to finish a gesture before new data is drawn
const REST = 600; // ms without a new frame after which a slider or an animation has come to rest

/** Called by Streamlit at mount and whenever the data or the theme changes. */
export default function ({ data, parentElement, setStateValue }) {
  if (!plots.has(parentElement)) plots.set(parentElement, create(parentElement, data));
  const plot = plots.get(parentElement);
  Object.assign(plot, data, { picked: plot.picked, theme: themeOf(parentElement) });
  plot.report = () => setStateValue("picked", { ids: [...plot.picked], number: plot.said });
  plot.tellFrame = () => setStateValue("frame", plot.frame ?? "");
  plot.study = (step) => setStateValue("step", step);
  plot.element.setAttribute("aria-label", data.alt);
  if (data.film !== undefined) unroll(plot, parentElement, data);
  if (data.select) take(plot, data);
  fit(plot, parentElement, data);
  refresh(plot);
  // Streamlit also calls this for a run that a newer one overtook: the chart ends only with its place in the page.
  return () => setTimeout(() => parentElement.isConnected || destroy(parentElement));
}

function create(parent, { picked = [] }) {
  const element = document.createElement("div");
  element.setAttribute("role", "img");
  parent.append(element);
  const plot = { element, picked: new Set(picked), drawn: {}, paints: 0, views: 0, ending: new AbortController() };
  plot.observer = new ResizeObserver(() => {
    fit(plot, parent, plot.made);
    refresh(plot);
  });
  plot.observer.observe(element);
  waitForGestures(plot);
  return plot;
}

/** Be as high as was asked for, and more in a wide window; a film's bar has its room before there is a film.
 * As `part` of a larger element it leaves the height of that alone. */
function fit(plot, parent, { height, film, fill, part }) {
  plot.made = { height, film, fill, part };
  plot.scale = fill ? letters() / LETTERS : enlargement();
  const whole = fill ? left(plot.element, fill) : Math.round(height * plot.scale);
  plot.height = whole - (film === undefined ? 0 : BAR_HEIGHT);
  plot.element.style.height = `${plot.height}px`;
  const place = part ? null : parent.closest("[data-testid=stElementContainer]");
  if (place) Object.assign(place.style, { height: `${whole}px`, flexBasis: `${whole}px` });
}

/** The height of the page's letters, in px. */
function letters() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** What the window leaves under the top of a chart, without so many lines at its foot. */
function left(element, lines) {
  return Math.max(LEAST, Math.floor(window.innerHeight - element.getBoundingClientRect().top - lines * letters()));
}

/** Take the frames of a film, if there are any now, and the bar that moves through them. */
function unroll(plot, parent, { film, studied }) {
  if (plot.text !== film) plot.reel = decode(film);
  plot.text = film;
  plot.bar ??= bar(parent, () => refresh(plot), (step) => plot.study(step));
  if (plot.reel) update(plot.bar, plot.reel, studied);
  else plot.bar.element.style.visibility = "hidden";
}

/** What Python says is picked, is picked; but not while it has yet to hear what the reader has just picked here. */
function take(plot, { picked, heard }) {
  if (plot.said === undefined || plot.said === heard) hold(plot, picked);
}

function destroy(parent) {
  const plot = plots.get(parent);
  if (!plot) return;
  plots.delete(parent);
  plot.ended = true;
  plot.ending.abort();
  plot.observer.disconnect();
  const canvases = [...plot.element.querySelectorAll("canvas")];
  globalThis.Plotly?.purge(plot.element);
  canvases.forEach(release);
  plot.element.remove();
  plot.bar?.element.remove();
}

/** Browsers allow few WebGL contexts and collect them late, so each is given back at once. */
function release(canvas) {
  const context = canvas.getContext("webgl2") ?? canvas.getContext("webgl");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
}

/** A redraw in the middle of a drag would break it, so new data waits until the pointer is let go. */
function waitForGestures(plot) {
  const { signal } = plot.ending;
  const letGo = () => {
    plot.pressed = false;
    refresh(plot);
  };
  plot.element.addEventListener("pointerdown", (event) => {
    plot.pressed = true;
    plot.adding = event.shiftKey;
  }, { signal, capture: true });
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, () => plot.pressed && setTimeout(letGo, SETTLE), { signal, capture: true });
  }
}

/** Draw until the chart shows what is wanted; nothing if it already does. */
async function refresh(plot) {
  if (plot.busy) return;
  plot.busy = true;
  try {
    const Plotly = await load(plot.library);
    while (outdated(plot)) await inTurn(async () => outdated(plot) && paint(Plotly, plot));
  } catch (problem) {
    if (!plot.ended) complain(plot, problem);
  }
  plot.busy = false;
}

/** One chart is drawn at a time, and the browser shows it and hears the reader before the next. */
function inTurn(draw) {
  const begun = turn.then(() => ({ drawing: draw() }));
  turn = begun.then(() => new Promise((go) => setTimeout(go)));
  return begun.then(({ drawing }) => drawing);
}

/** Say so where nothing is drawn yet; the next refresh tries again. */
function complain(plot, problem) {
  console.error(problem);
  if (!plot.painted) plot.element.textContent = "This chart could not be drawn. Reload the page to try again.";
}

function outdated(plot) {
  const now = wanted(plot);
  const possible = !plot.ended && !plot.pressed && now.width > 0;
  return possible && Object.keys(now).some((name) => now[name] !== plot.drawn[name]);
}

function wanted({ figure, theme, height, marks, element, reel, bar }) {
  return { figure, theme, height, marks, reel, moment: reel ? momentOf(bar) : null, width: element.clientWidth };
}

async function paint(Plotly, plot) {
  plot.drawn = wanted(plot);
  plot.paints += 1;
  plot.config ??= configOf(Plotly, plot);
  const { data: traces, layout: made, frames = [] } = JSON.parse(plot.figure);
  const [data, layout] = [traces.map((trace) => enlarged(named(trace), plot.scale)), enlarged(made, plot.scale)];
  if (plot.select) mark(plot, data);
  const { reel, moment } = plot.drawn;
  if (reel) {
    move(reel, moment, data, plot.ids);
    sayStep(reel, moment, layout);
    data.push(...trails(reel, moment, plot.picked, data));
  }
  if (!plot.painted) plot.element.replaceChildren();
  plot.home = layout.sliders?.[0].steps[layout.sliders[0].active].value;
  const frame = frames.findIndex(({ name }) => name === plot.frame);
  if (frame >= 0) layout.sliders[0].active = frame;
  await Plotly.react(plot.element, { data, layout: layoutOf(plot, layout), config: plot.config, frames });
  if (plot.select && !plot.painted && !plot.ended) listen(plot);
  if (plot.frames && !plot.painted && !plot.ended) follow(plot);
  if (frame >= 0) await Plotly.animate(plot.element, ...layout.sliders[0].steps[frame].args);
  plot.painted = true;
}

/** Plotly looks for what a trace left behind by a selector with its uid in it, which may be the name of a run. */
function named(trace) {
  const uid = trace.uid?.replace(/[^A-Za-z0-9-]/g, (letter) => `_${letter.codePointAt(0)}_`);
  return uid === undefined ? trace : { ...trace, uid };
}

/** The figure's layout in the look and size of the page. Plotly keeps what the reader did while a uirevision stays. */
function layoutOf({ theme, select, paints, views, drawn, scale }, layout) {
  const touch = matchMedia("(pointer: coarse)").matches; // there a drag has to scroll the page
  const dragmode = touch ? false : select ? "lasso" : "zoom";
  const template = { layout: enlarged(JSON.parse(theme), scale) };
  const ours = { template, uirevision: "kept", selectionrevision: paints, dragmode };
  const all = { ...ours, ...layout, width: drawn.width, height: drawn.height };
  if (layout.meta?.panes === 2 && drawn.width < NARROW) stack(all, layout);
  const axes = Object.keys(layout).filter((name) => /^[xy]axis\d+$/.test(name)).concat("xaxis", "yaxis");
  for (const axis of axes) all[axis] = { uirevision: `${all.uirevision} ${views}`, ...(all[axis] ?? layout[axis]) };
  return all;
}

/** Two panes over each other where there is no room for them side by side. */
function stack(all, layout) {
  all.xaxis = { ...layout.xaxis, domain: [0, 1] };
  all.xaxis2 = { ...layout.xaxis2, domain: [0, 1] };
  all.yaxis = { ...layout.yaxis, domain: [0.54, 1] };
  all.yaxis2 = { ...layout.yaxis2, domain: [0, 0.46] };
  all.annotations = layout.annotations?.map((note, number) => ({ ...note, x: 0, y: number ? 0.46 : 1 }));
}

function configOf(Plotly, plot) {
  const save = (format, icon, options) => ({
    name: `Save as ${format.toUpperCase()}`,
    title: `Save as ${format.toUpperCase()}`,
    icon,
    click: ({ data, layout }) => {
      const paper_bgcolor = JSON.parse(plot.theme).hoverlabel.bgcolor; // readable outside of the page, too
      const vectors = (trace) => (format === "svg" && trace.type === "scattergl" ? { ...trace, type: "scatter" } : trace);
      const picture = { data: data.map(vectors), layout: { ...layout, paper_bgcolor } };
      Plotly.downloadImage(picture, { format, filename: "igcl", ...options });
    },
  });
  const saves = [save("png", Plotly.Icons.camera, { scale: 2 }), save("svg", Plotly.Icons.disk, {})];
  const drags = plot.select ? ["lasso2d", "zoom2d", "pan2d"] : ["zoom2d", "pan2d"];
  return { displaylogo: false, displayModeBar: "hover", modeBarButtons: [drags, ["resetScale2d", ...saves]] };
}

/** Tell Plotly which points are picked. They are known by id: after a refresh they may sit elsewhere. */
function mark(plot, traces) {
  plot.ids = traces.map((trace) => idsOf(trace.customdata));
  if (plot.picked.size === 0) return;
  traces.forEach((trace, number) => {
    const ids = plot.ids[number];
    const placed = ids?.flatMap((id, index) => (plot.picked.has(id) ? [index] : []));
    trace.selectedpoints = placed ?? [...plot.picked].filter(Number.isInteger);
  });
}

const ARRAYS = {
  i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array,
  i4: Int32Array, u4: Uint32Array, f4: Float32Array, f8: Float64Array,
};

/** The first value of each point's customdata, which may be packed in base64 by rows. */
function idsOf(customdata) {
  if (!customdata?.bdata) return customdata?.map((value) => (Array.isArray(value) ? value[0] : value));
  const bytes = Uint8Array.from(atob(customdata.bdata), (letter) => letter.charCodeAt(0));
  const values = Array.from(new ARRAYS[customdata.dtype](bytes.buffer));
  const columns = Number(String(customdata.shape ?? "").split(",")[1] ?? 1);
  return values.filter((_, index) => index % columns === 0);
}

function listen(plot) {
  const idOf = ({ curveNumber, pointIndex }) => plot.ids[curveNumber]?.[pointIndex] ?? pointIndex;
  const known = ({ curveNumber }) => curveNumber < plot.ids.length; // not a trail, which no one can pick
  plot.element.on("plotly_click", ({ points }) => pick(plot, toggled(plot, idOf(points[0]))));
  plot.element.on("plotly_selected", (event) => {
    if (!event || plot.busy) return; // a click, or a redraw that takes the outline away
    pick(plot, joined(plot, event.points.filter(known).map(idOf)));
  });
  plot.element.on("plotly_hover", ({ points }) => echo(plot, points[0], idOf(points[0])));
  plot.element.on("plotly_unhover", () => plot.rings?.forEach((ring) => ring.remove()));
  // To Plotly two quick clicks are a double click wherever they are: with shift held they still add.
  const clear = () => pick(plot, plot.adding ? [...plot.picked] : []);
  plot.element.on("plotly_doubleclick", clear);
  plot.element.on("plotly_deselect", () => {
    if (plot.picked.size === 0) plot.views += 1; // a double click that has nothing to clear shows everything again
    clear();
  });
}

/** Remember the frame the reader has gone to, and tell it when it rests; home is what the figure itself shows. */
function follow(plot) {
  plot.element.on("plotly_sliderchange", ({ step }) => {
    plot.frame = step.value === plot.home ? null : step.value;
    clearTimeout(plot.resting);
    plot.resting = setTimeout(() => plot.ended || plot.tellFrame(), REST);
  });
}

/** Ring the same item in the other pane while the pointer is on it in one. */
function echo(plot, point, id) {
  plot.rings?.forEach((ring) => ring.remove());
  const pane = point.data.meta?.pane;
  if (pane === undefined) return;
  plot.rings = plot.element._fullData.flatMap((trace, number) => {
    const twin = trace.meta?.pane === 1 - pane && trace.mode === "markers" && trace.visible === true;
    const index = twin ? (plot.ids[number]?.indexOf(id) ?? -1) : -1;
    return index < 0 ? [] : [ring(plot.element, trace, index)];
  });
}

function ring(element, trace, index) {
  const axis = (name) => element._fullLayout[name.replace(/^([xy])(\d*)$/, "$1axis$2")];
  const [x, y] = [axis(trace.xaxis), axis(trace.yaxis)];
  const [left, top] = [x._offset + x.c2p(trace.x[index]), y._offset + y.c2p(trace.y[index])];
  const mark = document.createElement("div");
  mark.className = "echo";
  mark.style.cssText = `position: absolute; left: ${left - 9}px; top: ${top - 9}px; width: 18px; height: 18px;`
    + "border: 2px solid var(--st-text-color); border-radius: 50%; pointer-events: none; box-sizing: border-box;";
  element.style.position = "relative";
  element.append(mark);
  return mark;
}

function joined({ adding, picked }, ids) {
  return adding ? [...picked, ...ids] : ids;
}

function toggled({ adding, picked }, id) {
  if (!adding) return [id];
  return picked.has(id) ? [...picked].filter((other) => other !== id) : [...picked, id];
}

/** The reader has picked these: draw them, and tell Python if they are others than before. */
function pick(plot, ids) {
  const news = hold(plot, ids);
  plot.marks = {}; // drawn anew, which also takes the outline of the lasso away: the points will move on
  setTimeout(() => refresh(plot), SETTLE);
  if (!news) return;
  plot.said = Date.now() + Math.random(); // no other chart, nor this one on another visit, has said this
  plot.report();
}

/** Take these for picked; whether they are others than before. */
function hold(plot, ids) {
  const old = plot.picked;
  if (old.size === new Set(ids).size && ids.every((id) => old.has(id))) return false;
  plot.picked = new Set(ids);
  plot.marks = {};
  return true;
}

/** The look of the page as a Plotly template; what the figure says itself goes first. */
function themeOf(element) {
  const style = getComputedStyle(element);
  const read = (name) => style.getPropertyValue(`--st-${name}`).trim();
  const scale = (name) => read(name).split(",").map((color, number, all) => [number / (all.length - 1), color]);
  const [text, line, paper] = [read("text-color"), read("border-color"), read("background-color")];
  const axis = { gridcolor: line, linecolor: line, zerolinecolor: line, tickcolor: line, automargin: true };
  return JSON.stringify({
    font: { family: read("font"), color: text, size: 13 },
    paper_bgcolor: "rgba(0, 0, 0, 0)",
    plot_bgcolor: "rgba(0, 0, 0, 0)",
    margin: { l: 48, r: 16, t: 32, b: 40 },
    xaxis: axis,
    yaxis: axis,
    colorway: read("chart-categorical-colors").split(","),
    colorscale: { sequential: scale("chart-sequential-colors"), diverging: scale("chart-diverging-colors") },
    hoverlabel: { bgcolor: paper, bordercolor: line, font: { color: text } },
    modebar: { bgcolor: "rgba(0, 0, 0, 0)", color: read("gray-text-color"), activecolor: read("primary-color") },
    newselection: { line: { color: text } },
  });
}

/** Plotly, fetched once per page. Its name has its version, so the browser's copy never needs to be asked about. */
function load(name) {
  if (!loading.has(name)) loading.set(name, fetchScript(new URL(name, import.meta.url)));
  loading.get(name).catch(() => loading.delete(name));
  return loading.get(name);
}

async function fetchScript(url) {
  const answer = await fetch(url, { cache: "force-cache" });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  const script = document.createElement("script");
  script.src = URL.createObjectURL(await answer.blob());
  await new Promise((resolve, reject) => {
    Object.assign(script, { onload: resolve, onerror: reject });
    document.head.append(script);
  });
  URL.revokeObjectURL(script.src);
  script.remove();
  return globalThis.Plotly;
}
