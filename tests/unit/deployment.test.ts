import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

it("a release publishes every artifact that its jobs upload", () => {
  const workflow = readFileSync(".github/workflows/release.yml", "utf8");
  const uploaded = [...workflow.matchAll(/upload-artifact@[^\n]*\n\s+with:\n\s+name: (\S+)/g)];
  const [, pattern = ""] = /pattern: "\{([^}]+)\}"/.exec(workflow) ?? [];
  const wanted = pattern.split(",").map((part) => new RegExp(`^${part.replace("*", ".*")}$`));
  expect(uploaded.length).toBe(2);
  for (const [, name = ""] of uploaded) expect(wanted.some((one) => one.test(name))).toBe(true);
});

describe("the container image", () => {
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const last = dockerfile.split(/^FROM /m).at(-1) ?? "";

  it("has the release and Node, and no sources or development packages", () => {
    const copied = [...last.matchAll(/^COPY (.+)$/gm)].map(([, rest]) => rest);
    expect(copied).toEqual([
      "--from=node /usr/local/bin/node /usr/local/bin/node",
      "--from=build /akari /opt/akari",
    ]);
    expect(last).toContain("ln -s /opt/akari/bin/akari /usr/local/bin/akari");
  });

  it("starts by itself, as an ordinary account, and reports its health", () => {
    expect(last).toContain('CMD ["node", "build/server/index.js"]');
    expect(Number(/^USER (\d+):\d+$/m.exec(last)?.[1])).toBeGreaterThan(0);
    expect(last).toMatch(/^HEALTHCHECK /m);
    for (const label of ["title", "licenses", "version", "revision"])
      expect(last).toContain(`org.opencontainers.image.${label}=`);
  });
});

describe("the workflows", () => {
  const folder = ".github/workflows";

  it.each(readdirSync(folder))("%s pins its actions by hash, and names their versions", (name) => {
    const text = readFileSync(join(folder, name), "utf8");
    expect(parse(text)).toMatchObject({ permissions: { contents: "read" } });
    const uses = [...text.matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

describe("the systemd unit", () => {
  const unit = readFileSync("deploy/akari.service", "utf8");

  it("starts the built server and waits for its shutdown", () => {
    expect(unit).toContain("ExecStart=/usr/bin/node scripts/serve.mjs\n");
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
  });

  it.skipIf(!hasSystemd)("has no unknown or misspelt settings (needs systemd-analyze)", () => {
    const { stderr } = spawnSync("systemd-analyze", ["verify", "deploy/akari.service"], {
      encoding: "utf8",
    });
    expect(stderr).not.toMatch(/Unknown|Failed to parse|Invalid/);
  });
});
