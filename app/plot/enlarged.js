// Figures are made for a window of 1440 px; a wider one is seen from farther away, so all in them grows with it.

const [MADE_FOR, SLOWER] = [1440, 5 / 3]; // px; a window half as wide again makes figures 1.3 times as large
const SIZES = new Set(["size", "standoff", "xshift", "yshift", "thickness", "borderpad", "l", "r", "t", "b"]);
const LENGTHS = new Set([...SIZES, "width"]);

export function enlargement() {
  return Math.max(1, 1 + (window.innerWidth / MADE_FOR - 1) / SLOWER);
}

/** A layout or a trace with all its texts, marks and margins so many times as large. */
export function enlarged(part, scale, names = part.type ? LENGTHS : SIZES) {
  if (scale === 1 || part === null || typeof part !== "object") return part;
  if (Array.isArray(part)) return part.map((each) => enlarged(each ?? null, scale, names));
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, grown(name, value, scale, names)]));
}

function grown(name, value, scale, names) {
  if (!names.has(name)) return enlarged(value, scale, names);
  return Array.isArray(value) ? value.map((each) => each * scale) : value * scale;
}
