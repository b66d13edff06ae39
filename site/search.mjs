// Searches the site as a reader does: `node search.mjs HTML` ends with 1 where a word of TRIED finds nothing, or a decision comes before
// every guide.
import MiniSearch from "minisearch";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";
import { boostDocument } from "./ranking.mjs";

const TRIED = ["terraform", "prometheus", "cloudtrail", "cloudfront", "docker", "kafka", "retention", "parquet", "exactly once"];

const chunks = resolve(argv[2], "assets", "chunks");
const name = readdirSync(chunks).find((each) => each.startsWith("@localSearchIndexroot"));
const { default: index } = await import(pathToFileURL(join(chunks, name)));
// The options that VitePress has by itself, and those of config.mjs.
const search = MiniSearch.loadJSON(index, {
  fields: ["title", "titles", "text"],
  storeFields: ["title", "titles"],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 }, boostDocument },
});
const wrong = TRIED.filter((word) => {
  const first = search.search(word)[0]?.id ?? "nothing";
  console.log(`site: a search for ${word} finds ${first}`);
  return !/^\/(docs\/(start|how-to|reference)\/|commands\/|$|#)/.test(first);
});
if (wrong.length) {
  console.error(`site: a search for ${wrong.join(", ")} does not lead to a guide`);
  exit(1);
}
