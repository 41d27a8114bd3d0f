import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DOCS_SCREENS } from "./docs-screens";

it("docs/screens holds the listed screenshots only", () => {
  const names = readdirSync("docs/screens").map((file) => file.replace(/\.webp$/, ""));
  expect(names.sort()).toEqual([...DOCS_SCREENS].sort());
});

it("the README shows listed screenshots only", () => {
  const shown = [...readFileSync("README.md", "utf8").matchAll(/docs\/screens\/([\w-]+)\.webp/g)];
  expect(shown.map(([, name]) => name).filter((name) => !DOCS_SCREENS.has(name ?? ""))).toEqual([]);
  expect(shown.length).toBeGreaterThan(0);
});
