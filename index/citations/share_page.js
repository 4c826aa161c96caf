"use strict";
(() => {
  const papers = [...document.querySelectorAll("main > article")];
  const bar = document.querySelector(".search");
  const box = document.querySelector("#words");
  const count = document.querySelector("#count");
  const none = document.querySelector(".none");
  const unfold = document.querySelector("#unfold");
  const abstracts = document.querySelectorAll(".abstract");

  // Letters that NFKD does not take apart, and what is typed for others; dashes part
  // words, so that "self-attention" and "self attention" find each other.
  const typed = {
    "ß": "ss", "æ": "ae", "ð": "d", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o",
    "œ": "oe", "þ": "th", "ŧ": "t", "ς": "σ", "’": "'", "‘": "'", "“": '"', "”": '"',
    "-": " ", "‐": " ", "–": " ", "—": " ", "−": " ",
  };
  const folded = (text) =>
    text
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .replace(/[^a-z0-9\s]/g, (letter) => typed[letter] ?? letter);

  // What is searched, made when it is first needed: BibTeX says nothing new.
  let searched = null;
  const texts = () =>
    (searched ??= papers.map((paper) =>
      folded(
        [...paper.querySelectorAll("h2, .authors, .place, .tags, .note, .abstract p")]
          .map((part) => part.textContent)
          .join("\n"),
      ),
    ));

  const number = (many) => many.toLocaleString("en");

  const search = () => {
    const words = folded(box.value).split(/\s+/).filter(Boolean);
    let shown = papers.length;
    if (words.length) {
      shown = 0;
      texts().forEach((text, place) => {
        const found = words.every((word) => text.includes(word));
        papers[place].hidden = !found;
        shown += found;
      });
    } else {
      papers.forEach((paper) => (paper.hidden = false));
    }
    count.textContent = words.length
      ? `${number(shown)} of ${number(papers.length)}`
      : `${number(papers.length)} ${papers.length === 1 ? "paper" : "papers"}`;
    none.hidden = shown > 0;
  };

  let waiting = 0;
  box.addEventListener("input", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(search);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && document.activeElement !== box) {
      event.preventDefault();
      box.focus();
      box.select();
    } else if (event.key === "Escape" && document.activeElement === box) {
      event.preventDefault();
      if (box.value) {
        box.value = "";
        search();
      } else {
        box.blur();
      }
    }
  });

  unfold.hidden = abstracts.length === 0;
  unfold.addEventListener("click", () => {
    const open = unfold.getAttribute("aria-pressed") !== "true";
    unfold.setAttribute("aria-pressed", String(open));
    unfold.textContent = open ? "Close abstracts" : "Open abstracts";
    abstracts.forEach((part) => (part.open = open));
  });

  if (navigator.clipboard) {
    document.querySelectorAll(".bibtex button").forEach((button) => {
      button.hidden = false;
    });
    document.addEventListener("click", async (event) => {
      const button = event.target.closest(".bibtex button");
      if (!button) return;
      const entry = button.parentElement.querySelector("pre").textContent;
      try {
        await navigator.clipboard.writeText(entry);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed";
      }
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
  }

  bar.hidden = false;
  search();
})();
