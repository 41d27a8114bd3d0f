import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

interface ImportRows {
  rows: { name: string; folders: string[] }[];
  catalogFeatures: Record<string, string[]>;
}

const root = join(import.meta.dirname, "../..");
const { rows, catalogFeatures } = createRequire(import.meta.url)(
  join(root, "scripts/lib/import-rows.cjs"),
) as ImportRows;

/** The first cell of each row, and the names in backticks of the others. */
function tableAfter(page: string, header: string): { first: string; names: string[] }[] {
  const table = page.slice(page.indexOf(`| ${header}`)).split("\n\n", 1)[0] ?? "";
  return table
    .split("\n")
    .slice(2)
    .filter((line) => line.startsWith("|"))
    .map((line) => {
      const [, first = "", second = ""] = line.split("|");
      return {
        first: first.replaceAll("`", "").trim(),
        names: [...second.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ""),
      };
    });
}

describe("docs/architecture.md", () => {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");

  it("shows the rows that lint enforces, from top to bottom", () => {
    expect(tableAfter(page, "row").map(({ first, names }) => [first, names])).toEqual(
      rows.map(({ name, folders }) => [name, folders]),
    );
  });

  it("shows what each catalog feature may import", () => {
    const documented = tableAfter(page, "catalog feature").map(({ first, names }) => [
      first,
      names,
    ]);
    expect(Object.fromEntries(documented)).toEqual(catalogFeatures);
  });

  it("lists every folder of the app in a row", () => {
    const folders = readdirSync(join(root, "app"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `app/${name}`);
    const placed = rows.flatMap(({ folders }) => folders);
    expect(folders.filter((folder) => !placed.includes(folder))).toEqual([]);
  });
});
