"use strict";
// The keyboard's shortcuts, what the browser keeps of choices, and small things that need no server.

const sk = {
  keep(name, value) {
    document.cookie = `${name}=${encodeURIComponent(value)};path=/;max-age=31536000;samesite=lax`;
  },

  leave() {
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/sign-out";
    document.body.append(form);
    form.submit();
  },

  theme() {
    const dark = !Quasar.Dark.isActive;
    Quasar.Dark.set(dark);
    sk.keep("soulkeep_theme", dark ? "dark" : "light");
  },

  // A list that is at its end stays there while it grows; one that is being read stays where it is.
  follow(list) {
    const end = () => list.scrollHeight - list.scrollTop - list.clientHeight < 80;
    let stay = true;
    list.addEventListener("scroll", () => (stay = end()), { passive: true });
    const keep = () => stay && (list.scrollTop = list.scrollHeight);
    new MutationObserver(keep).observe(list, { childList: true, subtree: true, characterData: true });
    new ResizeObserver(keep).observe(list);
    keep();
  },

  // Where a page may not copy (only HTTPS and this machine let it), what was to be copied is selected. Whether it could.
  async copy(element) {
    try {
      await navigator.clipboard.writeText(element.textContent);
      return true;
    } catch {
      window.getSelection().selectAllChildren(element);
      return false;
    }
  },

  editing(element) {
    return element && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName));
  },

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const active = document.activeElement;
    if (event.key === "Escape") {
      if (sk.editing(active)) active.blur();
      return;
    }
    if (sk.editing(active) || document.querySelector(".q-dialog__inner")) return;
    if (/^[0-9]$/.test(event.key)) {
      const link = document.querySelectorAll("nav.sk-nav a.sk-nav-link")[(Number(event.key) + 9) % 10];
      if (link) link.click();
    } else if (event.key === "/") {
      const field = document.querySelector("[data-sk-search] input, [data-sk-search] textarea, [data-sk-search]");
      if (!field) return;
      event.preventDefault();
      field.focus();
    } else if (event.key === "t") {
      sk.theme();
    } else if (event.key === "?") {
      const help = document.querySelector(".sk-help");
      if (help) help.click();
    }
  },

  // Whatever is about the same memory lights up together: a chip in an answer, its row among the thoughts.
  light(event) {
    const found = event.target instanceof Element && event.target.closest("[data-sk-memory]");
    const id = found ? found.dataset.skMemory : null;
    if (id === sk.lit) return;
    sk.lit = id;
    for (const one of document.querySelectorAll("[data-sk-memory]")) {
      one.classList.toggle("sk-lit", id !== null && one.dataset.skMemory === id);
    }
  },
};

sk.lit = null;
window.sk = sk;
document.addEventListener("keydown", sk.key);
document.addEventListener("pointerover", sk.light, { passive: true });
document.addEventListener("focusin", sk.light);
if (window.skLast && window.skLast[0]) {
  sk.keep("soulkeep_last", ""); // older browsers keep the first of two alike
  document.cookie =
    `soulkeep_last=${window.skLast.map(encodeURIComponent).join("/")};path=/;max-age=31536000;samesite=lax`;
}

// What is being written outlives a page that loads anew, and a look at another one.
sk.draft = () => document.querySelector("textarea.sk-message");
sk.draftName = () => `soulkeep_draft:${JSON.stringify(window.skLast || [])}`;
sk.keepDraft = () => {
  const field = sk.draft();
  if (!field) return;
  if (field.value.trim()) sessionStorage.setItem(sk.draftName(), field.value);
  else sessionStorage.removeItem(sk.draftName());
};
sk.takeUp = () => {
  const field = sk.draft();
  const kept = sessionStorage.getItem(sk.draftName());
  if (!field || !kept || field.value) return;
  field.value = kept;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
window.addEventListener("pagehide", sk.keepDraft);
document.addEventListener("visibilitychange", () => document.hidden && sk.keepDraft());

// A connection that is refused, as the key opens nothing any more, leads to where one signs in.
sk.watch = (tries) => {
  if (!window.socket) {
    if (tries > 0) setTimeout(() => sk.watch(tries - 1), 100);
    return;
  }
  window.socket.on("connect_error", (error) => error.description === 401 && window.location.reload());
};

// Narrow screens show the talk or the thoughts.
sk.show = (name) => {
  const talk = document.querySelector(".sk-talk");
  if (!talk) return;
  talk.classList.toggle("sk-show-thoughts", name === "thoughts");
  for (const tab of talk.querySelectorAll("[data-sk-show]")) {
    tab.setAttribute("aria-selected", String(tab.dataset.skShow === name));
  }
};

// From a reference to the memory that it names, among the thoughts.
sk.reveal = (chip) => {
  const rows = document.querySelectorAll(".sk-thoughts [data-sk-memory][tabindex]");
  const row = [...rows].find((one) => one.dataset.skMemory === chip.dataset.skMemory && one !== chip);
  if (!row) return;
  sk.show("thoughts");
  row.closest("details")?.setAttribute("open", "");
  row.scrollIntoView({ block: "center", behavior: "smooth" });
  row.focus({ preventScroll: true });
};

// Once the page is there, and connected.
sk.begin = (tries) => {
  const there = window.socket && window.did_handshake && document.querySelector("#sk-main");
  if (!there) {
    if (tries > 0) setTimeout(() => sk.begin(tries - 1), 100);
    return;
  }
  for (const list of document.querySelectorAll("[data-sk-follow]")) sk.follow(list);
  sk.takeUp();
};
sk.watch(300);
sk.begin(300);
