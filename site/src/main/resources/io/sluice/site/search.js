// Shows what is found as one types.
"use strict";

const field = document.getElementById("search");
const list = document.getElementById("found");

function show() {
  list.replaceChildren();
  list.hidden = field.value.trim() === "";
  if (list.hidden) {
    return;
  }
  const hits = find(field.value);
  for (const hit of hits) {
    const section = sections[hit.ref];
    const link = document.createElement("a");
    link.href = root + section.place;
    link.textContent = section.title === section.page ? section.title : section.title + " · " + section.page;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  if (hits.length === 0) {
    const item = document.createElement("li");
    item.textContent = "Nothing found";
    list.append(item);
  }
}

field.addEventListener("input", show);
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    field.value = "";
    show();
  } else if (event.key === "Enter") {
    list.querySelector("a")?.click();
  }
});
document.querySelector("nav details").open = matchMedia("(min-width: 60rem)").matches;
