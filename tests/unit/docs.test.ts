import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PROVIDER_SETTINGS } from "~/config/provider-settings";
import { expect, it } from "vitest";

const OTHERS = new Set([".data", ".git", "build", "node_modules", "test-results"]);

/** Lists the files of the project, without what is installed or generated. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [path];
    return entry.isDirectory() && !OTHERS.has(entry.name) ? listFiles(path) : [];
  });
}

const files = listFiles(".");
const pages = files.filter((path) => path.endsWith(".md"));

/** Lists the anchors that GitHub makes of headings. */
function listAnchors(page: string): string[] {
  return [...readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

it.each(pages)("every link of %s leads somewhere", (page) => {
  const text = readFileSync(page, "utf8").replace(/^```[\s\S]*?^```/gm, "");
  for (const [, path = "", anchor] of text.matchAll(
    /\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g,
  )) {
    const target = path === "" ? page : join(dirname(page), path);
    expect(existsSync(target), path).toBe(true);
    if (anchor !== undefined) expect(listAnchors(target), target).toContain(anchor);
  }
});

it("every page of docs that a file names exists", () => {
  const named = files
    .filter((path) => path !== "CHANGELOG.md" && /\.(?:md|m?[jt]sx?|ya?ml|sql|example)$/.test(path))
    .flatMap((path) => readFileSync(path, "utf8").match(/docs\/[a-z/-]+\.md/g) ?? []);
  for (const page of new Set(named)) expect(existsSync(page), page).toBe(true);
});

it("every setting is in .env.example", () => {
  const config = readFileSync("app/config/config.server.ts", "utf8");
  const settings = [...config.matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name);
  settings.push(...PROVIDER_SETTINGS);
  expect(settings.length).toBeGreaterThan(50);
  const example = readFileSync(".env.example", "utf8");
  const documented = [...example.matchAll(/^([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name);
  // npm and systemd set these.
  expect(settings.filter((name) => !["NODE_ENV", "PATH"].includes(name ?? "")).sort()).toEqual(
    documented.sort(),
  );
});
