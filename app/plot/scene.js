// A scene of the lesson: its figure answers one control at once, and the numbers in its formula follow.

import draw from "../igcl-lab.live_plot/live_plot.js";
import { lightUp, playground, refresh } from "./be_the_loss.js";

const scenes = new WeakMap();
const MEMORY = "igcl-learn";
const NARROW = 720; // px below which the figure stands between the words
const TICK = 40; // ms between two frames when the control moves by itself
const FAINT = 0.12;
const kept = {}; // where the browser keeps nothing

/** Called by Streamlit at mount and whenever the data or the theme changes. */
export default function ({ data, parentElement, setTriggerValue }) {
  if (!scenes.has(parentElement)) scenes.set(parentElement, create(parentElement));
  const scene = scenes.get(parentElement);
  const another = scene.data?.at !== data.at;
  Object.assign(scene, { data, go: (number) => setTriggerValue("go", number), own: () => setTriggerValue("own", data.at) });
  if (another) enter(scene, parentElement);
  else show(scene);
  return () => setTimeout(() => parentElement.isConnected || leave(scene, parentElement));
}

function create(parent) {
  const element = make("section", "lesson");
  parent.append(element);
  const scene = { element, plot: make("div", "figure"), tip: tooltip(element) };
  scene.observer = new ResizeObserver(() => scene.data && show(scene));
  scene.observer.observe(element);
  return scene;
}

function leave(scene, parent) {
  clearInterval(scene.moving);
  scene.game?.stop();
  scene.observer.disconnect();
  scene.ended?.();
  scenes.delete(parent);
  scene.element.remove();
}

/** Build the page of another scene around the figure, which stays. */
function enter(scene, parent) {
  const { data, element, plot } = scene;
  const first = !element.querySelector("h2");
  clearInterval(scene.moving);
  scene.game?.stop();
  scene.film = data.film ? JSON.parse(data.film) : null;
  scene.game = data.play ? playground(data.play, { make, button }) : null;
  scene.place = 0;
  scene.lit = null;
  const middle = scene.game ? [scene.game.body] : [question(scene), plot, control(scene)];
  element.replaceChildren(steps(scene), heading(scene), ...middle, formula(scene), notes(scene), ways(scene), scene.tip);
  element.classList.toggle("playing", Boolean(scene.game));
  explain(scene);
  settle(scene);
  if (scene.game) refresh(scene.game);
  show(scene);
  if (first) return;
  element.querySelector("h2").focus({ preventScroll: true });
  parent.scrollIntoView({ block: "start" });
}

function make(tag, name, inner) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (inner !== undefined) element.innerHTML = inner;
  return element;
}

function button(name, text, action) {
  const element = make("button", name);
  element.type = "button";
  element.textContent = text;
  element.onclick = action;
  return element;
}

/** The way through the lesson: a numbered button for every scene, the current one marked, and the score. */
function steps(scene) {
  const { titles, at } = scene.data;
  const nav = make("nav", "steps");
  nav.setAttribute("aria-label", "Scenes");
  titles.forEach((title, place) => {
    const step = button("step", place < titles.length - 1 ? `${place + 1}` : "Be the loss", () => scene.go(place + 1));
    step.title = title;
    step.setAttribute("aria-label", place < titles.length - 1 ? `Scene ${place + 1}: ${title}` : title);
    if (place + 1 === at) step.setAttribute("aria-current", "step");
    nav.append(step);
  });
  scene.score = make("p", "score");
  scene.score.setAttribute("role", "status");
  nav.append(scene.score);
  return nav;
}

function heading({ data }) {
  const header = make("header", "heading");
  const title = make("h2", "", data.title);
  title.tabIndex = -1;
  header.append(title, make("p", "sentence", data.sentence));
  return header;
}

/** One slider through the frames, its value, and the one number to read. */
function control(scene) {
  const { data, film } = scene;
  const box = make("div", "control");
  const label = make("label", "", `<span>${data.control}</span>`);
  scene.value = make("output", "value");
  scene.slider = make("input");
  Object.assign(scene.slider, { type: "range", min: 0, max: film.frames.length - 1, step: 1, value: 0 });
  scene.slider.oninput = () => {
    clearInterval(scene.moving);
    scene.place = Number(scene.slider.value);
    show(scene);
  };
  label.append(scene.value, scene.slider);
  const ends = make("div", "ends", `<span>${data.ends[0]}</span><span>${data.ends[1]}</span>`);
  const reading = make("p", "reading", data.reading);
  reading.setAttribute("aria-live", "polite");
  box.append(label, ends, reading);
  return box;
}

/** Answers first; then the control moves by itself to where the answer is seen. */
function question(scene) {
  const { asked } = scene.data;
  const box = make("fieldset", "question");
  box.append(make("legend", "", `<span>Guess first</span> ${asked.text}`));
  const choices = make("div", "choices");
  scene.choices = asked.options.map((option, place) => button("choice", option, () => answer(scene, place)));
  choices.append(...scene.choices);
  scene.verdict = make("p", "verdict");
  scene.verdict.setAttribute("role", "status");
  scene.skip = button("skip", "Just let me look", () => answer(scene, -1));
  box.append(choices, scene.verdict, scene.skip);
  return box;
}

function formula({ data }) {
  const details = make("details", "formula");
  details.append(make("summary", "", "The formula, with the numbers of this picture"));
  details.append(...data.formula.map((line) => make("p", "line", line)));
  return details;
}

function notes({ data }) {
  const list = make("ul", "notes");
  list.hidden = data.notes.length === 0;
  list.append(...data.notes.map((note) => make("li", "", note)));
  return list;
}

function ways(scene) {
  const { at, titles, own } = scene.data;
  const footer = make("footer", "ways");
  const back = button("back", "Back", () => scene.go(at - 1));
  back.disabled = at === 1;
  const next = button("next", "Next", () => scene.go(at + 1));
  next.disabled = at === titles.length;
  const mine = button("own", own, () => scene.own());
  mine.title = "Do this with your own run";
  if (at < titles.length) next.title = titles[at];
  footer.append(back, mine, next);
  return footer;
}

function answers() {
  try {
    return JSON.parse(sessionStorage.getItem(MEMORY) ?? "{}");
  } catch {
    return kept;
  }
}

function remember(name, place) {
  const all = { ...answers(), [name]: place };
  Object.assign(kept, all);
  try {
    sessionStorage.setItem(MEMORY, JSON.stringify(all));
  } catch {
    // the score then lasts as long as this page
  }
}

/** Take the first answer only, and let the visitor see what happens. */
function answer(scene, place) {
  const { name, asked } = scene.data;
  remember(name, { place, right: place === asked.right });
  settle(scene);
  scene.slider.focus({ preventScroll: true });
  scene.plot.scrollIntoView({ block: "nearest" });
  play(scene, asked.reveal);
}

/** The question, the control and the score as the answers so far leave them. */
function settle(scene) {
  const all = Object.values(answers()).filter((each) => each.place >= 0);
  const right = all.filter((each) => each.right).length;
  scene.score.textContent = all.length ? `${right} of ${all.length} right` : "";
  if (scene.film) settleQuestion(scene);
}

function settleQuestion(scene) {
  const { name, asked } = scene.data;
  const given = answers()[name];
  scene.element.classList.toggle("guessing", given === undefined);
  scene.slider.disabled = given === undefined;
  scene.skip.hidden = given !== undefined;
  scene.choices.forEach((choice, place) => {
    choice.disabled = given !== undefined;
    choice.classList.toggle("right", given !== undefined && place === asked.right);
    choice.classList.toggle("chosen", given?.place === place);
    choice.setAttribute("aria-pressed", given?.place === place);
  });
  const word = given?.place === -1 ? "" : given?.right ? "Right. " : "Not quite. ";
  scene.verdict.innerHTML = given === undefined ? "" : `${word ? `<b>${word}</b>` : ""}${asked.because}`;
}

/** Move the control to a frame, frame by frame; without motion where the visitor asked for none. */
function play(scene, target) {
  clearInterval(scene.moving);
  const at = (place) => {
    scene.place = place;
    show(scene);
  };
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return at(target);
  scene.moving = setInterval(() => {
    if (scene.place === target || scene.ending) return clearInterval(scene.moving);
    at(scene.place + Math.sign(target - scene.place));
  }, TICK);
}

/** Draw the frame at which the control stands, and fill in its numbers. */
function show(scene) {
  const { element, film, place, plot, data, slider } = scene;
  const narrow = element.clientWidth < NARROW;
  element.classList.toggle("narrow", narrow);
  if (scene.game) return lightUp(scene.game, scene.lit);
  const frame = film.frames[place];
  slider.value = place;
  slider.setAttribute("aria-valuetext", frame.value);
  scene.value.textContent = frame.value;
  for (const spot of element.querySelectorAll("[data-number]")) spot.textContent = frame.numbers[spot.dataset.number];
  const traces = film.data.map((trace, number) => lighted(scene, { ...trace, ...frame.traces[number] }));
  const figure = JSON.stringify({ data: traces, layout: { ...film.layout, uirevision: data.name } });
  const height = narrow ? 330 : 460;
  const shown = { figure, height, part: true, alt: data.alt, library: data.library, picked: [] };
  scene.ended = draw({ data: shown, parentElement: plot, setStateValue: () => {} });
}

/** While a term is pointed at, everything that it does not stand for steps back. */
function lighted({ lit, film }, trace) {
  const known = lit && film.data.some((each) => each.meta?.terms?.includes(lit));
  return known && !trace.meta?.terms?.includes(lit) ? { ...trace, opacity: FAINT } : trace;
}

function tooltip() {
  const tip = make("div", "tip");
  tip.id = "lesson-tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  return tip;
}

/** Every term tells its meaning when it is pointed at, tapped, or reached with the keyboard. */
function explain(scene) {
  for (const term of scene.element.querySelectorAll("dfn")) {
    const on = () => light(scene, term);
    const off = () => light(scene, null);
    Object.assign(term, { onmouseenter: on, onfocus: on, onmouseleave: off, onblur: off });
    term.onkeydown = ({ key }) => {
      if (key === "Escape") off();
    };
  }
}

function light(scene, term) {
  const { tip, element, data } = scene;
  scene.lit = term?.dataset.term ?? null;
  tip.hidden = term === null;
  if (term) {
    const { name, meaning } = data.glossary[scene.lit];
    tip.replaceChildren(make("b", "", name), make("span", "", meaning));
    term.setAttribute("aria-describedby", tip.id);
    const [box, spot] = [element.getBoundingClientRect(), term.getBoundingClientRect()];
    const left = Math.min(Math.max(spot.left - box.left - 12, 0), Math.max(box.width - tip.offsetWidth, 0));
    Object.assign(tip.style, { left: `${left}px`, top: `${spot.bottom - box.top + 6}px` });
  }
  show(scene);
}
