// Elements of a page. Texts are set as text: what a memory says is never taken for a page.

/** Return an element with attributes (`on…` for what it does) and children. */
export function el(tag, attributes = {}, children = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  if (attributes.role === "button") {
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      element.click();
    });
  }
  element.append(...[children].flat().filter((one) => one !== null && one !== undefined && one !== false));
  return element;
}
