// Be the loss: four clouds and their embeddings in the plane, moved by hand or by the gradient; every number follows.

import { descended, forces, numbers } from "./loss.js";

const WIDE = 3.2;
const HIGH = 2.4;
const NARROWEST = 0.02; // the smallest width a handle can be seen at
const RATE = 0.06;
const MOST = 0.06; // the longest move in one step of Play
const ARROW = 1.4; // length of an arrow per unit of force
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const BY = 0.05;

/** The playground as DOM nodes for the lesson's page; `game.stop` ends its motion. */
export function playground(data, { make, button }) {
  const game = { ...data, make, button, looked: 0, spots: {} };
  game.body = make("div", "game");
  const [seen, side] = [make("div", "seen"), make("div", "side")];
  game.plane = plane(game);
  seen.append(game.plane, shares(game));
  side.append(situations(game), sliders(game), ruler(game), table(game));
  game.body.append(seen, side);
  game.stop = () => pause(game);
  choose(game, 0);
  return game;
}

function svg(tag, about = {}, parent = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(about)) element.setAttribute(name, value);
  parent?.append(element);
  return element;
}

/** The plane: rings, draws, arrows, and three things to take hold of for each item. */
function plane(game) {
  const box = svg("svg", { viewBox: `${-WIDE} ${-HIGH} ${2 * WIDE} ${2 * HIGH}`, class: "plane", role: "group" });
  box.setAttribute("aria-label", "Four clouds and their embeddings. Move them with the pointer or with the arrow keys.");
  svg("path", { d: `M${-WIDE} 0H${WIDE}M0 ${-HIGH}V${HIGH}`, class: "cross" }, box);
  const layers = ["clouds", "widths", "means", "dots"].map((name) => svg("g", { class: name }, box));
  game.items = game.names.map((name, n) => item(game, layers, name, n));
  return box;
}

/** The parts of one item; what is small lies above what is large, so that it can be taken hold of. */
function item(game, layers, name, n) {
  const [clouds, widths, means, dots] = layers.map((layer) => svg("g", { style: `--ink: ${game.colors[n]}` }, layer));
  const parts = {
    outer: svg("ellipse", { class: "outer", "data-term": "cloud" }, clouds),
    inner: svg("ellipse", { class: "inner", "data-term": "sigma_n" }, clouds),
    draws: svg("path", { class: "draws", "data-term": "a_n" }, clouds),
    tie: svg("path", { class: "tie" }, dots),
    pull: svg("path", { class: "pull", "data-term": "pull" }, dots),
    push: svg("path", { class: "push", "data-term": "push" }, dots),
  };
  parts.width = handle(game, widths, `width of cloud ${name}`, "width", n, (x) => widen(game, n, 0, x));
  parts.height = handle(game, widths, `height of cloud ${name}`, "width", n, (_, y) => widen(game, n, 1, y));
  parts.mean = handle(game, means, `mean of ${name}`, "mean", n, (x, y) => (game.mu[n] = inside(x, y)));
  parts.z = handle(game, dots, `z of ${name}`, "z", n, (x, y) => (game.z[n] = inside(x, y)));
  svg("path", { d: "M-.1 0H.1M0 -.1V.1", class: "ink" }, parts.mean);
  svg("circle", { r: 0.15, class: "ink" }, parts.z);
  svg("text", { y: 0.065 }, parts.z).textContent = name;
  for (const side of [parts.width, parts.height]) svg("circle", { r: 0.05, class: "ink" }, side);
  return parts;
}

const clamp = (value, most) => Math.min(Math.max(value, -most), most);
const inside = (x, y) => [clamp(x, WIDE - 0.16), clamp(y, HIGH - 0.16)];

function widen(game, n, d, place) {
  game.sigma[n][d] = Math.min(Math.max(d ? place - game.mu[n][1] : place - game.mu[n][0], 0), 1.6);
}

/** Something to drag, or to move with the arrow keys. `move` gets the place in the plane. */
function handle(game, group, label, name, n, move) {
  const spot = svg("g", { class: `handle ${name}`, tabindex: 0, role: "button", "aria-label": label, "data-term": TERMS[name] }, group);
  svg("circle", { r: name === "width" ? 0.2 : 0.28, class: "reach" }, spot);
  const to = (x, y) => {
    game.looked = n;
    move(x, y);
    refresh(game);
  };
  spot.onpointerdown = (event) => {
    spot.setPointerCapture(event.pointerId);
    spot.onpointermove = (moved) => to(...placeOf(game.plane, moved));
    event.stopPropagation();
  };
  spot.onpointerup = spot.onpointercancel = () => (spot.onpointermove = null);
  spot.onfocus = () => {
    game.looked = n;
    refresh(game);
  };
  spot.onkeydown = (event) => {
    const by = KEYS[event.key];
    if (!by) return;
    event.preventDefault();
    const [x, y] = spot.at;
    to(x + BY * by[0], y + BY * by[1]);
  };
  return spot;
}

const TERMS = { width: "sigma_n", mean: "mu_n", z: "z_n" };

function placeOf(box, { clientX, clientY }) {
  const spot = new DOMPoint(clientX, clientY).matrixTransform(box.getScreenCTM().inverse());
  return [spot.x, -spot.y];
}

function situations(game) {
  const box = game.make("div", "situations");
  game.buttons = game.situations.map(({ name }, place) => game.button("choice", name, () => choose(game, place)));
  game.words = game.make("p", "words");
  game.words.setAttribute("role", "status");
  game.player = game.button("play", "Play", () => (game.playing ? pause(game) : play(game)));
  box.append(...game.buttons, game.player, game.words);
  return box;
}

/** One of the four situations, as Python gives it. */
function choose(game, place) {
  const { z, mu, sigma, tau, words } = structuredClone(game.situations[place]);
  pause(game);
  Object.assign(game, { z, mu, sigma, tau, at: place });
  game.words.innerHTML = words;
  game.buttons.forEach((each, number) => each.setAttribute("aria-pressed", number === place));
  refresh(game);
}

/** tau and M, each with its value. */
function sliders(game) {
  const box = game.make("div", "control");
  const taus = game.taus.length - 1;
  game.tauSlider = slider(game, box, game.labels.tau, taus, (place) => (game.tau = game.taus[place]));
  game.countSlider = slider(game, box, game.labels.M, game.counts.length - 1, (place) => (game.M = game.counts[place]));
  game.countSlider.value = game.counts.indexOf(game.M);
  return box;
}

function slider(game, box, label, most, change) {
  const holder = game.make("label", "", `<span>${label}</span>`);
  const input = game.make("input");
  Object.assign(input, { type: "range", min: 0, max: most, step: 1 });
  input.shown = game.make("output", "value");
  input.oninput = () => {
    change(Number(input.value));
    refresh(game);
  };
  holder.append(input.shown, input);
  box.append(holder);
  return input;
}

/** A bar for every embedding: its share in the eyes of the cloud that is looked at. */
function shares(game) {
  const box = game.make("div", "shares");
  game.asks = game.make("p", "asks");
  game.bars = game.names.map((name, m) => {
    const bar = game.make("div", "bar", `<span>${name}</span><i></i><b></b>`);
    bar.style.setProperty("--ink", game.colors[m]);
    return bar;
  });
  box.append(game.asks, ...game.bars);
  return box;
}

/** One line of losses: the estimate with its band, the one with M dots, and the bound. */
function ruler(game) {
  const box = svg("svg", { viewBox: "0 0 100 17", class: "ruler", role: "img", "aria-label": "The losses on one line" });
  svg("path", { d: "M2 9H98", class: "cross" }, box);
  game.band = svg("rect", { y: 6, height: 6, rx: 1, class: "band", "data-term": "L_ICL" }, box);
  game.estimate = svg("path", { class: "estimate", "data-term": "L_ICL" }, box);
  game.sample = svg("circle", { r: 1.6, cy: 9, class: "sample", "data-term": "L_CL" }, box);
  game.bound = svg("path", { class: "bound", "data-term": "L_upper" }, box);
  return box;
}

function table(game) {
  const list = game.make("dl", "losses");
  for (const [name, label] of game.losses) {
    list.append(game.make("dt", "", label), game.make("dd", "", `<span class="number" data-number="${name}"></span>`));
  }
  return list;
}

/** Compute once, and show it everywhere, also in the formula of the page around. */
export function refresh(game) {
  const found = numbers(game, game.tau, game.noise, game.M);
  game.found = found;
  game.paints = (game.paints ?? 0) + 1;
  place(game, forces(game, game.tau, found.rows));
  measure(game, found);
  fill(game, found);
  game.tauSlider.value = nearest(game.taus, game.tau);
  game.tauSlider.shown.textContent = game.tau;
  game.countSlider.shown.textContent = game.M;
}

const nearest = (values, wanted) =>
  values.reduce((best, value, place) => (Math.abs(value - wanted) < Math.abs(values[best] - wanted) ? place : best), 0);

/** Put everything of the plane where it belongs; up is up. */
function place(game, { pull, push }) {
  const set = (element, about) => Object.entries(about).forEach(([name, value]) => element.setAttribute(name, value));
  const put = (element, x, y) => {
    element.at = [x, y];
    element.setAttribute("transform", `translate(${x} ${-y})`);
  };
  game.items.forEach((parts, n) => {
    const [[x, y], [mx, my], [sx, sy]] = [game.z[n], game.mu[n], game.sigma[n]];
    for (const [ring, size] of [[parts.inner, 1], [parts.outer, 2]]) set(ring, { cx: mx, cy: -my, rx: size * sx, ry: size * sy });
    const dots = game.noise.slice(0, game.M).map((one) => [mx + sx * one[n][0], my + sy * one[n][1]]);
    set(parts.draws, { d: dots.map(([ax, ay]) => `M${ax} ${-ay}h0`).join("") });
    set(parts.tie, { d: `M${x} ${-y}L${mx} ${-my}` });
    set(parts.pull, { d: arrow([x, y], pull[n]) });
    set(parts.push, { d: arrow([x, y], push[n]) });
    put(parts.z, x, y);
    put(parts.mean, mx, my);
    put(parts.width, mx + Math.max(sx, NARROWEST), my);
    put(parts.height, mx, my + Math.max(sy, NARROWEST));
    parts.z.parentNode.classList.toggle("looked", n === game.looked);
  });
}

function arrow([x, y], [dx, dy]) {
  const length = Math.hypot(dx, dy);
  if (length < 0.01) return "";
  const [ux, uy] = [dx / length, dy / length];
  const [ex, ey] = [x + ux * 0.15 + ARROW * dx, y + uy * 0.15 + ARROW * dy];
  const wing = (side) => `M${ex} ${-ey}L${ex - 0.1 * (ux + side * 0.6 * uy)} ${-(ey - 0.1 * (uy - side * 0.6 * ux))}`;
  return `M${x} ${-y}L${ex} ${-ey}${wing(1)}${wing(-1)}`;
}

/** Bars and the line of losses. */
function measure(game, found) {
  const { share } = found.rows[game.looked];
  game.asks.innerHTML = game.labels.asks.replace("{name}", `<b>${game.names[game.looked]}</b>`);
  game.bars.forEach((bar, m) => {
    bar.querySelector("i").style.setProperty("--share", share[m]);
    bar.querySelector("b").textContent = `${(100 * share[m]).toFixed(1)} of 100`;
    bar.classList.toggle("own", m === game.looked);
  });
  const all = [found.upper, found.sampled, found.implicit - 2 * found.error, found.implicit + 2 * found.error];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = Math.max(high - low, 0.05);
  const at = (value) => 8 + (84 * (value - low)) / room;
  game.band.setAttribute("x", at(found.implicit - 2 * found.error));
  game.band.setAttribute("width", Math.max(at(found.implicit + 2 * found.error) - at(found.implicit - 2 * found.error), 0.6));
  game.estimate.setAttribute("d", `M${at(found.implicit)} 4V14`);
  game.sample.setAttribute("cx", at(found.sampled));
  game.bound.setAttribute("d", `M${at(found.upper)} 2V16`);
}

/** The numbers in the table and in the formula of the page. */
function fill(game, found) {
  const looked = found.rows[game.looked];
  const shown = { ...found, one: looked.loss, own: looked.similarity[game.looked], tau: game.tau };
  game.names.forEach((_, m) => Object.assign(shown, {
    [`s${m}`]: looked.similarity[m], [`w${m}`]: looked.spread[m], [`p${m}`]: looked.share[m],
  }));
  const root = game.body.parentElement ?? game.body;
  for (const spot of root.querySelectorAll("[data-number]")) {
    const value = shown[spot.dataset.number];
    spot.textContent = value?.toFixed(3) ?? game.names[game.looked];
    spot.dataset.exact = value ?? game.looked;
  }
}

/** Move every z down the gradient, as often as the screen is drawn. */
function play(game) {
  game.playing = true;
  game.player.textContent = "Pause";
  const step = () => {
    if (!game.playing) return;
    const moved = descended(game, game.tau, game.found.rows, RATE, MOST);
    game.z = moved.map(([x, y]) => inside(x, y));
    refresh(game);
    requestAnimationFrame(step);
  };
  step();
}

function pause(game) {
  game.playing = false;
  game.player.textContent = "Play";
}

/** While a term is pointed at, everything in the pictures that it does not stand for steps back. */
export function lightUp(game, term) {
  const known = term && game.body.querySelector(`svg [data-term="${term}"]`);
  game.body.classList.toggle("lighting", Boolean(known));
  for (const part of game.body.querySelectorAll("svg [data-term]")) part.classList.toggle("lit", part.dataset.term === term);
}
