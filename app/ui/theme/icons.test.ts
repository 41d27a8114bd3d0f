import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");

it("names each icon by its place in the one image", () => {
  const [, rows = ""] = /viewBox="0 0 24 (\d+)"/.exec(read("icons.svg")) ?? [];
  const drawn = [
    ...read("icons.svg").matchAll(/<path id="([a-z-]+)"(?: transform="translate\(0 (\d+)\)")?/g),
  ];
  const styles = read("utilities.css");
  const named = [...styles.matchAll(/@utility icon-([a-z-]+) \{\s*--icon: (\d+);/g)];
  expect(named.map(([, name, place]) => [name, Number(place)])).toEqual(
    drawn.map(([, name, top = "0"]) => [name, Number(top) / 24]),
  );
  expect(Number(rows)).toBe(24 * drawn.length);
  expect(styles).toContain(`var(--icon) / ${drawn.length - 1}`);
});
