import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problemOf } from "../fuzz/fuzz";
import type { FuzzTarget } from "../fuzz/target";

const folder = join(import.meta.dirname, "../fuzz");
const names = readdirSync(join(folder, "targets")).map((file) => file.replace(/\.ts$/, ""));
const seedsOf = (name: string) => readdirSync(join(folder, "seeds", name));

describe("a fuzz target", () => {
  it("has seeds, and every folder of seeds a target", () => {
    expect(readdirSync(join(folder, "seeds")).sort()).toEqual([...names].sort());
  });

  it.each(names.flatMap((name) => seedsOf(name).map((file) => [name, file] as const)))(
    "%s holds for %s",
    async (name, file) => {
      const { default: target } = (await import(`../fuzz/targets/${name}.ts`)) as {
        default: FuzzTarget;
      };
      const input = readFileSync(join(folder, "seeds", name, file));
      expect(await problemOf(target, input)).toBeNull();
    },
  );
});
