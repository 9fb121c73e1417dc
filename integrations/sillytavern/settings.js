// The settings, among those of SillyTavern's other extensions.
import { el } from "./elements.js";

export const DEFAULTS = {
  enabled: true,
  url: "http://127.0.0.1:8642",
  key: "",
  count: 5,
  position: 1,
  depth: 1,
  open: true,
  template:
    "[What {{char}} remembers from before, told by whom and when. Use what matters, and don't mention this note:\n{{memories}}]",
  characters: {},
  people: {},
};

const POSITIONS = [
  ["1", "Between the messages, so many from the end:"],
  ["0", "After the main prompt"],
  ["2", "Before the main prompt"],
];

/** Add the settings to SillyTavern's page. */
export function addSettings(settings, { memory, changed, explain, panel }) {
  const bound = (name, input, read = () => input.value) => {
    if (input.type === "checkbox") input.checked = settings[name];
    else input.value = settings[name];
    input.addEventListener("change", () => {
      settings[name] = input.type === "checkbox" ? input.checked : read();
      changed();
    });
    return input;
  };
  const number = (name, min, max) => {
    const input = el("input", { type: "number", class: "text_pole soulkeep-number", min, max, id: `soulkeep_${name}` });
    return bound(name, input, () => {
      const value = Math.round(Number(input.value));
      input.value = String(Math.min(max, Math.max(min, Number.isFinite(value) ? value : settings[name])));
      return Number(input.value);
    });
  };
  const text = (name, more) => bound(name, el("input", { class: "text_pole", id: `soulkeep_${name}`, ...more }));
  const told = el("div", { class: "soulkeep-told", role: "status" });
  const check = async () => {
    told.className = "soulkeep-told";
    told.textContent = "…";
    try {
      const { version } = await memory.check();
      told.classList.add("soulkeep-good");
      told.textContent = `soulkeep ${version} is there, and lets this page in.`;
      changed();
    } catch (error) {
      told.classList.add("soulkeep-bad");
      told.textContent = await explain(error);
    }
  };
  const button = (id, icon, label, click) =>
    el("div", { id, class: "menu_button menu_button_icon", role: "button", tabindex: "0", onclick: click }, [
      el("i", { class: `fa-solid ${icon}` }),
      el("span", {}, label),
    ]);
  const position = el("select", { class: "text_pole", id: "soulkeep_position" },
    POSITIONS.map(([value, label]) => el("option", { value }, label)),
  );
  const block = el("div", { id: "soulkeep_settings", class: "extension_container" }, [
    el("div", { class: "inline-drawer" }, [
      el("div", { class: "inline-drawer-toggle inline-drawer-header" }, [
        el("b", {}, "soulkeep: long-term memory"),
        el("div", { class: "inline-drawer-icon fa-solid fa-circle-chevron-down down" }),
      ]),
      el("div", { class: "inline-drawer-content" }, [
        el("label", { class: "checkbox_label" }, [
          bound("enabled", el("input", { type: "checkbox", id: "soulkeep_enabled" })),
          el("span", {}, "Characters remember"),
        ]),
        el("label", { for: "soulkeep_url" }, "Server"),
        text("url", { type: "url", placeholder: DEFAULTS.url }),
        el("label", { for: "soulkeep_key" }, "Key, if the server has keys"),
        text("key", { type: "password", autocomplete: "off", placeholder: "sk-soul-…" }),
        el("small", {}, ["Start the server with ", el("code", {}, `soulkeep serve --origin ${location.origin}`)]),
        el("div", { class: "flex-container" }, [
          button("soulkeep_check", "fa-plug", "Test the connection", check),
          button("soulkeep_panel_open", "fa-brain", "Show the memories", () => panel.toggle(true)),
        ]),
        told,
        el("label", { for: "soulkeep_count" }, "Memories for an answer, at most"),
        number("count", 1, 30),
        el("label", { for: "soulkeep_position" }, "Where they stand in the prompt"),
        el("div", { class: "flex-container" }, [bound("position", position), number("depth", 0, 999)]),
        el("label", { for: "soulkeep_template" }, "What is written before an answer; the memories stand at {{memories}}"),
        bound("template", el("textarea", { class: "text_pole textarea_compact", id: "soulkeep_template", rows: "4" })),
      ]),
    ]),
  ]);
  document.querySelector("#extensions_settings2").append(block);
}
