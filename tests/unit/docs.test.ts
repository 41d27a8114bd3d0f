import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const pages = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).trim().split("\n");

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
  const named = execFileSync(
    "git",
    ["grep", "-hoE", "docs/[a-z/-]+\\.md", "--", ":!CHANGELOG.md"],
    {
      encoding: "utf8",
    },
  );
  for (const page of new Set(named.trim().split("\n"))) expect(existsSync(page), page).toBe(true);
});

it("every setting is in .env.example", () => {
  const config = readFileSync("app/config/config.server.ts", "utf8");
  const settings = [...config.matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name);
  expect(settings.length).toBeGreaterThan(50);
  const example = readFileSync(".env.example", "utf8");
  const documented = [...example.matchAll(/^([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name);
  // npm and systemd set these.
  expect(settings.filter((name) => !["NODE_ENV", "PATH"].includes(name ?? "")).sort()).toEqual(
    documented.sort(),
  );
});
