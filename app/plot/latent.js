// A place in latent space to drag, or to move with the arrow keys; what the core's decoder made of it follows at once.

const panels = new WeakMap();
const [WIDE, HIGH, EDGE, MARK] = [120, 80, 5, 6]; // of the drawing: its size, what is left around the grid, a picture in it
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Called by Streamlit at mount and at every refresh. */
export default function ({ data, parentElement }) {
  if (!panels.has(parentElement)) panels.set(parentElement, create(parentElement));
  const panel = panels.get(parentElement);
  panel.plane.setAttribute("aria-label", data.alt);
  if (panel.text !== data.content) build(panel, data.content);
  return () => setTimeout(() => parentElement.isConnected || leave(panel, parentElement));
}

function create(parent) {
  const element = Object.assign(document.createElement("div"), { className: "latent" });
  const plane = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "group" });
  const shown = Object.assign(document.createElement("div"), { className: "decoded" });
  element.append(plane, shown);
  parent.append(element);
  return { element, plane, shown };
}

function leave(panel, parent) {
  panels.delete(parent);
  panel.element.remove();
}

function svg(tag, about = {}, parent = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(about)) element.setAttribute(name, value);
  parent?.append(element);
  return element;
}

/** Draw what lies in the plane and an empty picture or row; the place stays where the reader had it. */
function build(panel, text) {
  Object.assign(panel, JSON.parse(text), { text });
  panel.numbers = new Float32Array(Uint8Array.from(atob(panel.rows.bdata), (letter) => letter.charCodeAt(0)).buffer);
  panel.at ??= [Math.floor(panel.count / 2), Math.floor(panel.count / 2)];
  panel.plane.replaceChildren();
  panel.marks.forEach((mark) => draw(panel, mark));
  svg("text", { x: WIDE / 2, y: HIGH - 0.8, class: "across" }, panel.plane).textContent = panel.axes[0];
  svg("text", { x: -HIGH / 2, y: 2.8, class: "up" }, panel.plane).textContent = panel.axes[1];
  panel.handle = handle(panel);
  panel.outputs = panel.picture ? picture(panel) : table(panel);
  place(panel, ...panel.at);
}

/** An item at its place: its picture, or a dot in the colour of its class. */
function draw(panel, { x, y, source, color }) {
  const [left, top] = spot(panel, x, y);
  if (source) {
    svg("image", { href: source, x: left - MARK / 2, y: top - MARK / 2, width: MARK, height: MARK }, panel.plane);
  } else svg("circle", { cx: left, cy: top, r: 1, fill: color, class: "item" }, panel.plane);
}

/** Where a place of the grid is in the drawing, and back. */
function spot({ count }, x, y) {
  return [EDGE + (x / (count - 1)) * (WIDE - 2 * EDGE), HIGH - EDGE - (y / (count - 1)) * (HIGH - 2 * EDGE)];
}

function cell({ count, plane }, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(plane.getScreenCTM().inverse());
  return [((x - EDGE) / (WIDE - 2 * EDGE)) * (count - 1), ((HIGH - EDGE - y) / (HIGH - 2 * EDGE)) * (count - 1)];
}

function handle(panel) {
  const about = { class: "place", tabindex: 0, role: "button", "aria-label": "Place in latent space: drag it, or use the arrow keys" };
  const group = svg("g", about, panel.plane);
  svg("circle", { r: 5, class: "reach" }, group);
  svg("circle", { r: 2.6, class: "ring" }, group);
  group.addEventListener("pointerdown", (event) => {
    group.setPointerCapture(event.pointerId);
    panel.dragging = true;
  });
  group.addEventListener("pointermove", (event) => panel.dragging && place(panel, ...cell(panel, event)));
  for (const end of ["pointerup", "pointercancel"]) group.addEventListener(end, () => (panel.dragging = false));
  group.addEventListener("keydown", (event) => {
    if (!KEYS[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    place(panel, panel.at[0] + KEYS[event.key][0], panel.at[1] + KEYS[event.key][1]);
  });
  return group;
}

/** Go to the place of the grid that is nearest, and show what the decoder made of it. */
function place(panel, x, y) {
  const inside = (value) => Math.min(Math.max(Math.round(value), 0), panel.count - 1);
  panel.at = [inside(x), inside(y)];
  panel.handle.setAttribute("transform", `translate(${spot(panel, ...panel.at).join()})`);
  panel.element.dataset.at = panel.at.join();
  const [width, start] = [panel.names.length, panel.at[1] * panel.count + panel.at[0]];
  panel.outputs(panel.numbers.subarray(start * width, (start + 1) * width));
}

/** The decoded numbers as the shades of a picture. */
function picture({ shown, picture: [high, wide], reach }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: wide, height: high });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "What the decoder makes of this place");
  shown.replaceChildren(canvas);
  return (numbers) => {
    const shades = new ImageData(wide, high);
    numbers.forEach((number, index) => {
      const [low, top] = reach[index];
      shades.data.set([0, 1, 2].map(() => (255 * (number - low)) / (top - low)), 4 * index);
      shades.data[4 * index + 3] = 255;
    });
    canvas.getContext("2d").putImageData(shades, 0, 0);
  };
}

/** The decoded numbers as a line each: its name, where it lies between the least and the most in the data, its value. */
function table({ shown, names, reach }) {
  const lines = names.map((name) => {
    const line = Object.assign(document.createElement("div"), { className: "line" });
    const [label, bar, value] = ["span", "i", "output"].map((tag) => document.createElement(tag));
    label.textContent = name;
    line.append(label, bar, value);
    return { line, bar, value };
  });
  shown.replaceChildren(...lines.map(({ line }) => line));
  return (numbers) => lines.forEach(({ bar, value }, index) => {
    const [low, top] = reach[index];
    bar.style.setProperty("--share", Math.min(Math.max((numbers[index] - low) / (top - low || 1), 0), 1));
    value.textContent = numbers[index].toFixed(2);
  });
}
