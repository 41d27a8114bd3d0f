import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { THREAT_CASES } from "../threat-cases";

/** Matches ids such as the one of `vitest -t SSRF-S01`. */
const ID = /\b[A-Z]+-S\d{2}\b/g;

const tested = new Map<string, string>();
for (const folder of ["app", "cli", "db", "tests"])
  for (const name of readdirSync(folder, { encoding: "utf8", recursive: true }))
    if (/\.(?:test|spec)\.tsx?$/.test(name)) {
      const file = join(folder, name);
      if (file === join("tests", "unit", "threat-cases.test.ts")) continue;
      for (const id of readFileSync(file, "utf8").match(ID) ?? []) tested.set(id, file);
    }

describe("threat cases", () => {
  it("each have a test with the id", () => {
    const listed = Object.keys(THREAT_CASES);
    expect(listed.length).toBeGreaterThan(280);
    expect(listed.filter((id) => !tested.has(id))).toEqual([]);
  });

  it("are the only ones in tests", () => {
    const unlisted = [...tested].filter(([id]) => !Object.hasOwn(THREAT_CASES, id));
    expect(unlisted).toEqual([]);
  });
});
