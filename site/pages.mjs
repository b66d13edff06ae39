// The pages that VitePress makes the site of: every page that is reached from README.md or docs/README.md, the files that they link to,
// and the help of each command. `node pages.mjs CHECKOUT SLUICE FOLDER` writes them; a link to what is not there stops it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { argv } from "node:process";

const FENCE = /^\s*(`{3,}|~{3,})/;
// A span of code, which is passed over, or where a link leads.
const LINK = /(`+).*?\1|\]\(([^)\s#]*)(#[^)\s]*)?\)/g;

// What files are shown as; others as text.
const LANGUAGES = { ".java": "java", ".json": "json", ".xml": "xml", ".yaml": "yaml", ".properties": "properties" };

class Pages {
  constructor(root) {
    this.root = root;
    this.written = new Map();
  }

  // Reads a page and all that it links to.
  add(source) {
    const target = pageOf(source);
    if (this.written.has(target)) {
      return;
    }
    this.written.set(target, "");
    const text = readFileSync(join(this.root, source), "utf8");
    this.written.set(target, source.endsWith(".md") ? this.linked(source, text) : shown(source, text));
  }

  linked(source, text) {
    let open = "";
    return text.split("\n").map((line) => {
      const fence = FENCE.exec(line)?.[1];
      if (open || fence) {
        open = open ? (line.trim() === open ? "" : open) : fence;
        return line;
      }
      return line.replace(LINK, (whole, code, path, anchor) =>
        code || !path || /^[a-z]+:/.test(path) ? whole : `](${this.link(source, path)}${anchor ?? ""})`);
    }).join("\n");
  }

  link(source, path) {
    let file = posix.join(posix.dirname(source), path).replace(/\/$/, "");
    if (!existsSync(join(this.root, file))) {
      throw new Error(`${source} links to ${path}, which is not there`);
    }
    if (statSync(join(this.root, file)).isDirectory()) {
      file = this.folder(file);
    } else {
      this.add(file);
    }
    return posix.relative(posix.dirname(pageOf(source)), pageOf(file));
  }

  // A folder is its README, or else a list of its files.
  folder(name) {
    const readme = posix.join(name, "README.md");
    if (existsSync(join(this.root, readme))) {
      this.add(readme);
    } else if (!this.written.has(pageOf(readme))) {
      const files = execFileSync("git", ["-C", this.root, "ls-files", name], { encoding: "utf8" }).trim().split("\n");
      files.forEach((each) => this.add(each));
      const list = files.map((each) => `- [${posix.relative(name, each)}](${posix.relative(name, pageOf(each))})`);
      this.written.set(pageOf(readme), `# ${name}\n\n${list.join("\n")}\n`);
    }
    return readme;
  }

  write(folder) {
    for (const [target, text] of this.written) {
      mkdirSync(dirname(join(folder, target)), { recursive: true });
      writeFileSync(join(folder, target), text);
    }
  }
}

function pageOf(source) {
  return source.endsWith(".md") ? source.replace(/(^|\/)README\.md$/, "$1index.md") : `files/${source}.md`;
}

function shown(title, text) {
  const language = LANGUAGES[posix.extname(title)] ?? "txt";
  return `# ${title}\n\n\`\`\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\`\`\n`;
}

// The help of each command by its name, as `retention set`, in the order of the help.
function helpOfCommands(sluice, parent = []) {
  const text = execFileSync(sluice, [...parent, "--help"], { encoding: "utf8" });
  const list = text.split("Commands:")[1] ?? "";
  return [
    ...(parent.length ? [[parent.join(" "), text]] : []),
    ...[...list.matchAll(/^ {2}([a-z][a-z-]*) {2,}\S/gm)].flatMap((each) => helpOfCommands(sluice, [...parent, each[1]])),
  ];
}

// What docs/README.md lists under its headings, as VitePress wants a sidebar, and the commands.
function sidebar(pages, commands) {
  const groups = [];
  for (const line of pages.written.get("docs/index.md").split("\n")) {
    const heading = /^## (.+)/.exec(line);
    const entry = /^- \[(.+)\]\((.+?)\)/.exec(line);
    if (heading) {
      groups.push({ text: heading[1], collapsed: false, items: [] });
    } else if (entry) {
      groups.at(-1).items.push({ text: entry[1], link: "/" + posix.join("docs", entry[2]).replace(/index\.md$|\.md$/, "") });
    }
  }
  const items = commands.map(([name]) => ({ text: name, link: `/commands/${name.replaceAll(" ", "-")}` }));
  return [...groups, { text: "Commands", collapsed: true, items }];
}

const [, , root, sluice, folder] = argv;
const pages = new Pages(root);
pages.add("README.md");
// The first page has no outline, so that its drawing has the room that it needs.
pages.written.set("index.md", `---\naside: false\n---\n\n${pages.written.get("index.md")}`);
pages.add("docs/README.md");
const commands = helpOfCommands(sluice);
if (!commands.length) {
  throw new Error("the help lists no commands");
}
for (const [name, text] of commands) {
  pages.written.set(`commands/${name.replaceAll(" ", "-")}.md`, shown(`sluice ${name}`, text));
}
pages.write(folder);
writeFileSync(join(folder, "sidebar.json"), JSON.stringify(sidebar(pages, commands)));
console.log(`site: ${pages.written.size} pages, ${commands.length} of them the help of commands`);
