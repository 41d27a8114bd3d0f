import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const SERVER = join(import.meta.dirname, "../../../build/server/index.js");
const STATIC_IMPORT = /^(?:import|export)\s(?:[^;"']*?\sfrom\s)?["']([^"']+)["']/gm;

/** Packages that the file imports, also through other files of the build. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(STATIC_IMPORT)) {
    const found = name.startsWith(".") ? packagesOf(join(dirname(file), name), seen) : [name];
    for (const one of found) packages.add(one);
  }
  return packages;
}

test("a start loads no package that only some sites use", () => {
  const packages = packagesOf(SERVER);
  expect(packages).toContain("react-dom/server");
  for (const name of ["mediabunny", "nodemailer", "sharp"]) expect(packages).not.toContain(name);
});
