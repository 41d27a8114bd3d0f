// @module-tag nightly
import { spawn, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { getFreePort } from "../../../scripts/support/free-port";

const root = join(import.meta.dirname, "../../..");
const WRAPPER = "/usr/lib/x86_64-linux-gnu/libnss_wrapper.so";
/** The accounts that run the release: its owner, and one without a name as containers may have. */
const UNNAMED = ["setpriv", "--reuid=12345", "--regid=12345", "--clear-groups"];
const hasNamespaces = spawnSync("unshare", ["--mount", "true"]).status === 0;
const canSwitch = process.getuid?.() === 0 && existsSync(WRAPPER);

interface Versioned {
  version: string;
}

let archive: string;
let unpacked: string;
let release: string;

beforeAll(async () => {
  const packing = spawn(process.execPath, ["scripts/package.mjs"], { cwd: root, stdio: "ignore" });
  expect(await once(packing, "close")).toEqual([0, null]);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Versioned;
  const head = spawnSync("git", ["rev-parse", "--short=7", "HEAD"], {
    cwd: root,
    encoding: "utf8",
  });
  const build = version.includes("-") && head.status === 0 ? `+${head.stdout.trim()}` : "";
  const name = `akari-${version}${build}-${process.platform}-${process.arch}.tar.gz`;
  archive = join(root, "release", name);
  const digest = createHash("sha256").update(readFileSync(archive)).digest("hex");
  expect(readFileSync(`${archive}.sha256`, "utf8")).toMatch(new RegExp(`^${digest} {2}akari-`));
  unpacked = mkdtempSync(join(tmpdir(), "akari-test-release-"));
  chmodSync(unpacked, 0o755);
  expect(spawnSync("tar", ["-xzf", archive, "-C", unpacked]).status).toBe(0);
  release = join(unpacked, readdirSync(unpacked)[0] ?? "none");
}, 600_000);

afterAll(() => {
  rmSync(unpacked, { recursive: true, force: true });
});

/** Has only what the release needs: no development package and no setting of this process. */
function environment(dataDir: string): Record<string, string> {
  const PATH = `${join(process.execPath, "..")}:/usr/bin:/bin`;
  return { PATH, NODE_ENV: "production", DATA_DIR: dataDir, JOBS: "off", LOG_LEVEL: "warn" };
}

async function startRelease(dataDir: string, account: readonly string[]) {
  const port = await getFreePort();
  const [command = "", ...args] = [...account, process.execPath, "scripts/serve.mjs"];
  const env = { ...environment(dataDir), PORT: String(port) };
  const child = spawn(command, args, { cwd: release, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const exited = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const origin = `http://127.0.0.1:${port}`;
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(output);
    return (await fetch(`${origin}/readyz`).catch(() => null))?.status;
  };
  // The first start creates a database, which takes half a minute on a busy machine.
  await expect.poll(isReady, { timeout: 120_000 }).toBe(200);
  return { origin, child, exited, output: () => output };
}

/** Each in a folder of its own, which the account may write to. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "akari-test-release-data-"));
  chmodSync(folder, 0o1777);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function akari(dataDir: string, account: readonly string[], args: string[]) {
  const [command = "", ...rest] = [...account, join(release, "bin/akari"), ...args];
  return spawnSync(command, rest, { cwd: "/", env: environment(dataDir), encoding: "utf8" });
}

const outputOf = ({ status, stdout, stderr }: SpawnSyncReturns<string>) => {
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  return stdout;
};

/** Repacks the release in a folder of the installer's root, by another name. */
const REPACK = `
repack() {
  cd /tmp && rm -rf next && mkdir next && cd next && tar -xzf /tmp/akari-*.tar.gz && mv akari-* "$1"
  [ -z "\${2:-}" ] || echo "$2" > "$1/build/server/index.js"
  tar --use-compress-program='gzip -1' -cf "$1.tar.gz" "$1" && sha256sum "$1.tar.gz" > "$1.tar.gz.sha256"
}
install() { sh /tmp/install.sh "$@" 2>&1; echo "code $?"; }
`;

/** Runs lines of shell in a root of their own, with a stand-in for systemd. */
function createMachine() {
  const machine = createFolder();
  const support = join(root, "tests/support/server");
  mkdirSync(join(machine, "tmp"));
  for (const file of [archive, `${archive}.sha256`, join(root, "deploy/install.sh")])
    copyFileSync(file, join(machine, "tmp", basename(file)));
  mkdirSync(join(machine, "local-bin"));
  copyFileSync(join(support, "systemctl.sh"), join(machine, "local-bin/systemctl"));
  onTestFinished(() => void sh("kill $(cat /tmp/akari.pid)"));
  const sh = (lines: string) => {
    const env = { PATH: `/usr/local/bin:${join(process.execPath, "..")}:/usr/bin:/bin:/usr/sbin` };
    const args = ["--mount", "sh", join(support, "own-root.sh"), machine];
    const { stdout, stderr } = spawnSync("unshare", [...args, "sh", "-c", REPACK + lines], {
      cwd: "/",
      env,
      encoding: "utf8",
    });
    return stdout + stderr;
  };
  return { sh, machine };
}

describe.skipIf(!canSwitch || !hasNamespaces)(
  "the installer (needs root, Linux namespaces and libnss-wrapper)",
  () => {
    it("installs, updates, goes back and uninstalls", async () => {
      const { sh } = createMachine();
      const port = await getFreePort();
      sh(`mkdir -p /etc/akari /etc/systemd/system
      printf 'DATA_DIR=/var/lib/akari\\nPORT=${port}\\nJOBS=off\\n' > /etc/akari/akari.env`);
      expect(sh("install --from /tmp/akari-*.tar.gz")).toMatch(/Akari runs at .*\ncode 0/s);
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      expect(sh("stat -c '%U %a' /var/lib/akari; akari owner; akari people list")).toMatch(
        /^akari 700\n.*\/invitation\?.*\n0 accounts/s,
      );
      expect(sh("install --from /tmp/akari-*.tar.gz")).toMatch(/use update\.\ncode 1/);
      expect(sh("install update --from /tmp/akari-*.tar.gz")).toMatch(
        /installed already\.\ncode 1/,
      );

      const update = "install update --from /tmp/next/akari-*.tar.gz; readlink /opt/akari/current";
      const broken = sh(`(repack akari-9.0.0-linux-x64 'process.exit(3)'); ${update}`);
      expect(broken).toMatch(/akari-9.0.0-linux-x64 does not start.*\ncode 1\n(?!.*9\.0\.0)/s);
      const lying = sh(
        `(repack akari-9.0.1-linux-x64; echo >> akari-9.0.1-linux-x64.tar.gz); ${update}`,
      );
      expect(lying).toMatch(/checksum .* is wrong\.\ncode 1\n(?!.*9\.0\.1)/s);
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      expect(sh(`(repack akari-9.0.2-linux-x64); ${update}`)).toMatch(
        /akari-9.0.2-linux-x64 runs\.\ncode 0\n.*akari-9\.0\.2/s,
      );
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      expect(sh("ls /var/lib/akari/backups").trim().split("\n")).toHaveLength(2);

      expect(sh("install uninstall; ls -d /opt/akari /var/lib/akari")).toMatch(
        /settings in \/etc\/akari\/akari\.env\.\ncode 0\n\/var\/lib\/akari\n/,
      );
      expect(sh("install uninstall --purge; ls -d /etc/akari; getent passwd akari")).toMatch(
        /removed\.\ncode 0\n(?!akari:)/,
      );
    });

    it("rejects what it cannot do, before it changes anything", () => {
      const { sh } = createMachine();
      expect(sh("install")).toContain("Say which release: --from PATH_OR_URL.\ncode 1");
      expect(sh("install --from")).toContain("--from needs a path or URL.\ncode 1");
      expect(sh("install --from /tmp/none.tar.gz")).toContain("cannot be read.\ncode 1");
      expect(sh("install --fast")).toContain("Unknown: --fast\ncode 1");
      expect(sh("install update --from /tmp/none.tar.gz")).toContain("not installed.\ncode 1");
      expect(sh("mkdir -p /opt/akari; touch /opt/akari/.env; install; rm -r /opt/akari")).toMatch(
        /\/opt\/akari is a clone: .*\ncode 1/,
      );
      expect(
        sh("ls /opt/akari /etc/systemd/system/akari.service; getent passwd akari"),
      ).not.toMatch(/^(?:current|akari)/m);
    });
  },
);

describe("a release", () => {
  it("has no tests of packages", () => {
    const files = readdirSync(join(release, "node_modules"), { recursive: true, encoding: "utf8" });
    expect(files.filter((file) => /(?:^|\/)(?:tests?|__tests__)(?:\/|$)/.test(file))).toEqual([]);
  });

  it.each([
    ["with the account that unpacked it", []],
    ["with an account that has no name", UNNAMED],
  ])("serves the site and runs commands %s", async (_, account) => {
    if (account.length > 0 && !canSwitch) return;
    const dataDir = createFolder();
    const { origin, child, exited, output } = await startRelease(dataDir, account);
    const home = await (await fetch(origin)).text();
    const asset = /\/assets\/[^"]+\.js/.exec(home)?.[0] ?? "none";
    const picture = /\/media\/cover\/[^" ]+/.exec(home)?.[0] ?? "none";
    for (const [path, type] of [
      [asset, "text/javascript"],
      [picture, "image/"],
    ] as const) {
      const response = await fetch(origin + path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("content-type")).toContain(type);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
    const signUp = await fetch(`${origin}/api/auth/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        username: "Reader",
        email: "reader@example.org",
        password: "Lantern!7road",
      }),
    });
    expect(signUp.status).toBe(200);
    const list = outputOf(akari(dataDir, account, ["people", "list", "--json"]));
    expect(JSON.parse(list)).toMatchObject({ users: [{ email: "reader@example.org" }] });
    expect(outputOf(akari(dataDir, account, ["backup"]))).toMatch(/\.tar/);
    expect(outputOf(akari(dataDir, account, ["backup", "--help"]))).toMatch(
      /^ {2}akari backup \[/m,
    );
    expect(output()).toContain("akari catalog import jikan");
    expect(output()).not.toContain("npm ");
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
  });

  it.each(["scripts/serve.mjs", "scripts/akari.mjs"])("%s refuses an older Node", (program) => {
    // Stands in for a Node of that version, before the program reads it.
    const older =
      "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '18.20.4' })";
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", older, program], {
      cwd: release,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^Akari needs Node 24 or newer, .* and this is 18\.20\.4: .*\n$/);
  });

  it("has the licences, and nothing for developers", () => {
    for (const name of ["LICENSE", "THIRD-PARTY-NOTICES.txt", "CHANGELOG.md", ".env.example"])
      expect(readFileSync(join(release, name), "utf8").length).toBeGreaterThan(100);
    expect(readdirSync(join(release, "deploy"))).toEqual(["akari.service"]);
    expect(readdirSync(join(release, "docs"))).toContain("scaling.md");
    const packages = readdirSync(join(release, "node_modules"));
    for (const name of ["vite", "typescript", "vitest", "hls.js", "jassub", ".bin", "@types"])
      expect(packages).not.toContain(name);
  });
});
