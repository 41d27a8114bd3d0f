import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { noticesOf } from "./notices.mjs";

it("has the licence of every package that ships, and equal texts once", () => {
  const root = mkdtempSync(join(tmpdir(), "akari-test-notices-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const add = (name, file, text) => {
    mkdirSync(join(root, "node_modules", name), { recursive: true });
    writeFileSync(join(root, "node_modules", name, file), text);
  };
  add("one", "LICENSE", "Do as you like.");
  add("@scope/two", "license.md", "Do as you like.\n");
  add("three", "NOTICE", "Say who wrote it.");
  add("tool", "LICENSE", "Only for developers.");
  const notices = noticesOf(
    {
      packages: {
        "": { license: "AGPL-3.0-or-later" },
        "node_modules/one": { version: "1.0.0", license: "MIT" },
        "node_modules/@scope/two": { version: "2.0.0", license: "MIT" },
        "node_modules/three": { version: "3.0.0" },
        "node_modules/tool": { version: "4.0.0", license: "MIT", dev: true },
        "node_modules/elsewhere": { version: "5.0.0", license: "MIT", optional: true },
      },
    },
    root,
  );
  expect(notices).toContain("one 1.0.0 (MIT)\n@scope/two 2.0.0 (MIT)\n\nDo as you like.\n");
  expect(notices).toContain("three 3.0.0 (see its text)\n\nSay who wrote it.");
  expect(notices.match(/Do as you like/g)).toHaveLength(1);
  expect(notices).not.toMatch(/tool|elsewhere|developers/);
});
