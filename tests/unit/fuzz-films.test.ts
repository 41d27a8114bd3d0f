// @module-tag nightly
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";

it.runIf(process.platform === "linux")(
  "damaged films are read or refused (needs Linux)",
  async () => {
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "tests/fuzz/films/run.ts", "--seconds", "15"],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    const [code] = (await once(child, "close")) as [number | null];
    expect([code, output]).toEqual([0, expect.stringMatching(/\| [1-9]\d* \| \d+ \| \d+ \| 0 \|/)]);
  },
);
