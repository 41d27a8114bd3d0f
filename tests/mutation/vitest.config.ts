import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../vitest.config";

const root = join(import.meta.dirname, "../..");
const file = join(root, process.env["MUTATED_MODULE"] ?? "");
const text = readFileSync(process.env["MUTATED_TEXT"] ?? "", "utf8");

/** The usual tests, of which one module has another text. The file itself stays as it is. */
export default mergeConfig(
  base,
  defineConfig({
    root,
    plugins: [
      {
        name: "akari:mutated-module",
        enforce: "pre",
        load: (id) => (id.split("?")[0] === file ? text : null),
      },
    ],
  }),
);
