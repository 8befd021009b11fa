// The keys of presenting: "p" begins and ends it, Escape ends it, wherever nothing is typed.

const TYPING = "input:not([type=range]), textarea, select, [contenteditable=true], [role=combobox]";
let now = null; // what the page on screen says

/** Called by Streamlit at mount and at every refresh. */
export default function ({ data, setTriggerValue }) {
  const mine = { on: data.on, say: (on) => setTriggerValue("present", { on }) };
  now = mine;
  listen();
  return () => {
    if (now === mine) now = null;
  };
}

function listen() {
  if (document.body.dataset.presentKeys) return;
  document.body.dataset.presentKeys = "heard";
  document.addEventListener("keydown", (event) => {
    const target = event.composedPath()[0];
    if (!now || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (target.closest?.(TYPING)) return;
    if (event.key === "p") now.say(!now.on);
    else if (event.key === "Escape" && now.on) now.say(false);
  });
}
