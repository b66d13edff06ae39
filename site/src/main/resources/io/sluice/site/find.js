// Looks through the sections of search-index.js; needs no page.
"use strict";

const most = 12;
let index;

function build() {
  index = lunr(function () {
    // Words stay whole: beginnings and wrong letters are looked for in them, and most are names.
    this.pipeline.remove(lunr.stemmer);
    this.searchPipeline.remove(lunr.stemmer);
    this.ref("number");
    this.field("title", { boost: 8 });
    this.field("page", { boost: 3 });
    this.field("text");
    sections.forEach((section, number) => this.add({ number, title: section.title, page: section.page, text: section.text }));
  });
}

// Each word as it is, begun, or with one wrong letter; all of them where some section has them all.
function find(text) {
  index ?? build();
  const words = text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  const search = (presence) => index.query((query) => words.forEach((word) => {
    query.term(word, { presence, boost: 10 });
    if (presence === lunr.Query.presence.OPTIONAL) {
      query.term(word, { wildcard: lunr.Query.wildcard.TRAILING, boost: 3 });
      if (word.length > 3) {
        query.term(word, { editDistance: 1 });
      }
    }
  }));
  const all = search(lunr.Query.presence.REQUIRED);
  return (all.length > 0 ? all : search(lunr.Query.presence.OPTIONAL)).slice(0, most);
}
