import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { boostDocument } from "../ranking.mjs";

// pages.mjs wrote both.
const pages = new URL("../pages/", import.meta.url);

export default defineConfig({
  title: "Sluice",
  description: "Dynamic partitioning for Amazon S3 that you own",
  srcDir: "pages",
  outDir: "html",
  cleanUrls: false,
  markdown: { languageAlias: { ndjson: "json" } },
  themeConfig: {
    outline: [2, 3],
    search: { provider: "local", options: { miniSearch: { searchOptions: { boostDocument } } } },
    sidebar: JSON.parse(readFileSync(new URL("sidebar.json", pages), "utf8")),
  },
});
