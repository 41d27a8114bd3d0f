import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ADVISORY_LOCK_CLASSES, ADVISORY_LOCKS } from "~db/advisory-lock.server";

const root = join(import.meta.dirname, "../..");
const REGISTER = "db/advisory-lock.server.ts: ";

it.each([
  ["locks", ADVISORY_LOCKS],
  ["classes of locks", ADVISORY_LOCK_CLASSES],
])("no two %s have one number", (_, numbers: Readonly<Record<string, number>>) => {
  const values = Object.values(numbers);
  expect(new Set(values).size).toBe(values.length);
});

it("every advisory lock is one of the register", () => {
  const uses = ["app", "cli", "db"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:ts|tsx|sql|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name))
      .flatMap((name) =>
        readFileSync(join(root, folder, name), "utf8")
          .split("\n")
          .filter((line) => /pg_(?:try_)?advisory_(?!unlock_all)/.test(line))
          .map((line) => `${folder}/${name}: ${line.trim()}`),
      ),
  );
  expect(uses.length).toBeGreaterThan(8);
  const isRegistered = /\(\$\{ADVISORY_LOCK(?:S|_CLASSES)\.\w+\}/;
  expect(uses.filter((line) => !isRegistered.test(line) && !line.startsWith(REGISTER))).toEqual([]);
});
