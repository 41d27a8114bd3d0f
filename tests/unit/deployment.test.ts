import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const scripts = (
  JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }
).scripts;
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

describe("the container image", () => {
  it("has every operator's command and what it loads", () => {
    const stages = readFileSync("Dockerfile", "utf8").split(/^FROM /m);
    const copied = [...(stages.at(-1) ?? "").matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(
      ([, path]) => path,
    );
    expect(copied).toEqual(expect.arrayContaining(["node_modules", "app", "db", "tsconfig.json"]));
    const commands = Object.values(scripts).filter((script) => script.startsWith("tsx cli/"));
    expect(commands.length).toBeGreaterThan(8);
    for (const command of commands) {
      const file = command.replace("tsx ", "");
      expect(existsSync(file), file).toBe(true);
      expect(copied, command).toContain(file.split("/")[0]);
    }
  });
});

describe("the systemd unit", () => {
  const unit = readFileSync("deploy/akari.service", "utf8");

  it("starts the built server and waits for its shutdown", () => {
    expect(unit).toContain("ExecStart=/usr/bin/node build/server/index.js\n");
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
  });

  it.skipIf(!hasSystemd)("has no unknown or misspelt settings", () => {
    const { stderr } = spawnSync("systemd-analyze", ["verify", "deploy/akari.service"], {
      encoding: "utf8",
    });
    expect(stderr).not.toMatch(/Unknown|Failed to parse|Invalid/);
  });
});
