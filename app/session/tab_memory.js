// What a tab remembers of its visit: in its own storage, which survives a reload and which no link and no other tab has.

const PLACE = "igcl-visit";

/** Called by Streamlit at mount and at every refresh. A visit that Python does not know of yet is told, until it has
 * answered; then the visit of now is kept. */
export default function ({ data, setTriggerValue }) {
  const { answered, ...now } = data;
  const before = read();
  if (before && before.key !== now.key && before.key !== answered) {
    setTimeout(() => setTriggerValue("before", before)); // Streamlit hears nothing while it hands over the data
  } else write(now);
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE));
  } catch {
    return null; // a browser that keeps nothing, or what somebody else left there
  }
}

function write(visit) {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(visit));
  } catch {
    // a browser that keeps nothing: a reload begins anew
  }
}
