import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { releaseParts } from "./release-parts.mjs";
import { root } from "./run.mjs";

/** Rules of .dockerignore: the last that matches a path or a folder above it decides. */
const rules = readFileSync(join(root, ".dockerignore"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const pattern = line.replace(/^!/, "").replaceAll(".", "\\.").replaceAll("*", "[^/]*");
    return { excludes: !line.startsWith("!"), matches: new RegExp(`^${pattern}(?:/|$)`) };
  });
const reachesTheImage = (path) =>
  rules.findLast(({ matches }) => matches.test(path))?.excludes !== true;

describe("what a release has", () => {
  // The image builds the site itself.
  const sources = releaseParts().filter((part) => part !== "build");

  it.each(sources)("%s exists, and reaches the build of the image", (part) => {
    expect(existsSync(join(root, part))).toBe(true);
    expect(reachesTheImage(part)).toBe(true);
  });

  it.each([".env", "build", "tests/unit", "docs/screens", "deploy/nginx.conf"])(
    "%s does not reach it",
    (path) => expect(reachesTheImage(path)).toBe(false),
  );
});
