// The tape: a slider through the kept steps, a button that replays them, the tempo; and the keys that work on every page.

const TYPING = "input:not([type=range]), textarea, select, [contenteditable=true], [role=combobox]";
const PRESSED = "button, summary, [role=button], [role=tab], [role=option], [role=radio], [role=switch]";
const ARROWS = "[role=slider], [role=tab], [role=radio], [role=radiogroup], [role=grid], input, .js-plotly-plot";
const [REPLAY, HOLD] = ["▶", "❚❚"];
const PLAYER = ".st-key-play, .st-key-pause, .st-key-step";
let now = null; // the bar that is on the page
let pressed = ""; // the button of the player that has the focus: "step", or "play" for it and Pause, which take turns

/** Called by Streamlit at mount and at every refresh. */
export default function ({ data, parentElement, setTriggerValue }) {
  const bar = parentElement.querySelector(".tape") ? parentElement.bar : build(parentElement);
  bar.say = (what) => setTriggerValue("said", what);
  bar.data = data;
  now = bar;
  if (!bar.held) show(bar);
  if (data.opening && !bar.opened) open(bar);
  bar.opened = true;
  listen();
  return () => {
    if (now === bar) now = null;
  };
}

/** Let the tape move once there is a picture to see it in, or after a while on a page without any. */
function open(bar, tries = 100) {
  if (!bar.data.opening || !bar.element.isConnected) return;
  if (tries && !document.querySelector(".js-plotly-plot .main-svg")) setTimeout(() => open(bar, tries - 1), 100);
  else setTimeout(() => bar.say({ replay: true }));
}

function build(parent) {
  const element = Object.assign(document.createElement("div"), { className: "tape" });
  element.style.cssText = "display: flex; gap: 0.5rem; align-items: center; height: 36px; font-size: 0.85rem;";
  const look = "border: 1px solid var(--st-border-color); border-radius: 0.4rem; background: var(--st-background-color);"
    + "color: inherit; padding: 0.2rem 0.5rem; font: inherit; cursor: pointer;";
  const button = Object.assign(document.createElement("button"), { type: "button" });
  const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, step: 1 });
  const label = document.createElement("output");
  const tempo = document.createElement("select");
  slider.setAttribute("aria-label", "Step looked at");
  tempo.setAttribute("aria-label", "Tempo");
  slider.style.cssText = "flex: 1; min-width: 60px; accent-color: var(--st-primary-color);";
  label.style.cssText = "min-width: 4.2rem; text-align: right; font-variant-numeric: tabular-nums;";
  button.style.cssText = tempo.style.cssText = look;
  element.append(button, slider, label, tempo);
  parent.append(element);
  const bar = { element, button, slider, label, tempo, held: false };
  slider.addEventListener("pointerdown", () => (bar.held = true));
  slider.addEventListener("input", () => name(bar));
  slider.addEventListener("change", () => {
    bar.held = false;
    bar.say({ look: bar.data.steps[Number(slider.value)] });
  });
  button.addEventListener("click", () => bar.say(bar.data.moving ? { hold: true } : { replay: true }));
  tempo.addEventListener("change", () => bar.say({ tempo: tempo.value }));
  parent.bar = bar;
  const row = parent.closest("[data-testid=stHorizontalBlock]");
  if (row) new MutationObserver(keepFocus).observe(row, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return bar;
}

/** Streamlit takes Play away and puts Pause in its place: who pressed it with a key is not sent back to the start. */
function keepFocus() {
  if (!pressed || document.activeElement !== document.body) return;
  const [play, step] = [".st-key-pause button, .st-key-play button", ".st-key-step button:not([disabled])"];
  document.querySelector(pressed === "step" ? step : play)?.focus({ preventScroll: true });
}

function remember({ target }) {
  const place = target.closest?.(PLAYER);
  pressed = !place ? "" : place.matches(".st-key-step") ? "step" : "play";
}

function show(bar) {
  const { steps, at, moving, tempos, tempo } = bar.data;
  bar.slider.max = steps.length - 1;
  bar.slider.value = at;
  bar.slider.disabled = bar.button.disabled = steps.length < 2;
  bar.button.textContent = moving ? HOLD : REPLAY;
  bar.button.title = moving ? "Hold the tape" : "Replay the kept steps";
  bar.button.setAttribute("aria-label", bar.button.title);
  if (bar.tempo.options.length !== tempos.length) bar.tempo.replaceChildren(...tempos.map((each) => new Option(each)));
  bar.tempo.value = tempo;
  name(bar);
}

function name(bar) {
  bar.label.textContent = `at ${bar.data.steps[Number(bar.slider.value)]}`;
}

/** Space plays and pauses, the arrows step, wherever nothing else takes them. */
function listen() {
  if (document.body.dataset.tapeKeys) return;
  document.body.dataset.tapeKeys = "heard";
  for (const event of ["focusin", "pointerdown"]) document.addEventListener(event, remember);
  document.addEventListener("keydown", (event) => {
    const target = event.composedPath()[0];
    if (!now?.element.isConnected || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.defaultPrevented || target.closest?.(TYPING)) return;
    if (event.key === " " && !target.closest?.(PRESSED)) space();
    else if (event.key === "ArrowLeft" && !target.closest?.(ARROWS)) arrow(-1);
    else if (event.key === "ArrowRight" && !target.closest?.(ARROWS)) arrow(1);
    else return;
    event.preventDefault();
  });
}

/** Press a button of the player; whether it was there. */
function press(key) {
  const button = document.querySelector(`.st-key-${key} button:not([disabled])`);
  button?.click();
  return Boolean(button);
}

function space() {
  if (now.data.moving) now.say({ hold: true });
  else if (now.data.tape) now.say({ replay: true });
  else press("pause") || press("play");
}

/** Back is a look at the kept step before; forth is the next kept one, and after the newest a step of training. */
function arrow(way) {
  const { steps, at } = now.data;
  const next = at + way;
  if (next >= 0 && next < steps.length) now.say({ look: steps[next] });
  else if (way > 0) press("step");
}
