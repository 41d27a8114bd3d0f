// @module-tag rest
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { filesIn } from "~db/embedded/placement.server";
import { runningPostmaster } from "~db/embedded/postmaster.server";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { listMigrations } from "../../support/database/earlier-schema";
import { IMPATIENCE } from "../../support/server/impatience";

const ROOT = join(import.meta.dirname, "../../..");
const COPIED = [
  "app",
  "build",
  "cli",
  "db",
  "package.json",
  "package-lock.json",
  "patches",
  "public",
  "react-router.config.ts",
  "scripts",
  "tsconfig.json",
  "vite.config.ts",
];

const parent = createDataDir();
const folder = join(parent, "a site für %20 #1");
/** The first start fills it. Others copy it, since a start on a copy takes a third of the time. */
const filled = join(folder, ".data");

interface FirstStart {
  url: string;
  script: Response;
  listing: Response;
  hadDatabase: boolean;
  exitCode: number | null;
  output: { stdout: string; stderr: string };
}
let first: FirstStart;
beforeAll(async () => {
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  // An install, which follows a change of the lock file, would empty the folder behind one link.
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")))
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  first = await startFirst();
  // A machine that is three times slower takes most of it.
}, 120_000);
afterAll(async () => {
  await removeDataDir(filled);
  await removeDataDir(parent);
});

async function startFirst(): Promise<FirstStart> {
  const env = { DATA_DIR: filled, LOG_LEVEL: "info" };
  const server = await startBuiltServer(env, "npm start", { folder });
  try {
    await server.ready;
    const page = await (await fetch(server.url)).text();
    const asset = /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? "";
    const script = await fetch(server.url + asset, { headers: { "accept-encoding": "br" } });
    const listing = await fetch(`${server.url}/api/animes/full`);
    const hadDatabase = runningPostmaster(join(filled, "postgres")) !== null;
    server.signal("SIGTERM");
    const exitCode = await server.exited;
    return { url: server.url, script, listing, hadDatabase, exitCode, output: server.output() };
  } finally {
    server.signal("SIGKILL");
  }
}

let dataDir: string;
beforeEach(() => {
  dataDir = createDataDir();
  const otherFolder = dataDir;
  onTestFinished(() => removeDataDir(otherFolder));
});

async function start(env: Record<string, string> = {}) {
  const server = await startBuiltServer({ DATA_DIR: dataDir, ...env }, "scripts/start.mjs");
  onTestFinished(() => server.signal("SIGKILL"));
  return server;
}

/** Fills the folder, unless its cluster is elsewhere, where copies would share it. */
function copyFilled(): void {
  if (!existsSync(filesIn(filled).shelterPointer))
    execFileSync("cp", ["-a", `${filled}/.`, dataDir]);
}

const database = () => runningPostmaster(join(dataDir, "postgres"));

test("npm start works for the first time, in a folder whose path needs escaping in a URL", async () => {
  const { script, listing, output } = first;
  expect(output.stdout).toContain(`Akari is ready at ${first.url}`);
  expect(output.stdout).toMatch(/"level":40.*"msg":"No backup yet: turn on/);
  expect([script.status, script.headers.get("content-encoding")]).toEqual([200, "br"]);
  expect(await listing.json()).toMatchObject({ meta: { current_page: 1 } });
  expect(output.stderr.split("\n").filter((line) => !/^(?:npm .*)?$/.test(line))).toEqual([]);
  const migrations = output.stdout.split("\n").filter((line) => /migrat/.test(line));
  expect(migrations).toEqual([
    expect.stringContaining(`setting up the database: ${listMigrations().length} migrations`),
  ]);
});

test("SIGTERM to npm exits with 0 and stops the database", () => {
  expect([first.hadDatabase, first.exitCode]).toEqual([true, 0]);
  expect(first.output.stdout).toContain("SIGTERM: finishing pending requests …");
  expect(first.output.stderr).not.toContain("Stopping failed");
  expect(runningPostmaster(join(filled, "postgres"))).toBeNull();
});

test(
  "a part that cannot be closed leaves the others closed, and the exit code tells",
  { tags: "nightly" },
  async () => {
    copyFilled();
    const fault = `import { Server } from "node:http";
    const { closeIdleConnections } = Server.prototype;
    Server.prototype.closeIdleConnections = () => {
      Server.prototype.closeIdleConnections = closeIdleConnections;
      throw new Error("the sockets are stuck");
    };`;
    const server = await start({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    });
    await server.ready;
    server.signal("SIGTERM");
    expect(await server.exited).toBe(1);
    expect(database()).toBeNull();
    const { stdout, stderr } = server.output();
    expect(stdout).toContain('"part":"requests","err":"the sockets are stuck"');
    expect(stderr).toBe("Stopping failed: These could not be closed: requests.\n");
  },
);

test(
  "a signal while the database is being created shuts down gracefully",
  { tags: "nightly" },
  async () => {
    const server = await start();
    await server.listening();
    server.signal("SIGTERM");
    expect(await server.exited).toBe(0);
    expect(database()).toBeNull();
  },
);

test(
  "after kill -9 the next start serves again, and Ctrl-C, which npm delivers twice, ends it",
  { tags: ["nightly"] },
  async () => {
    copyFilled();
    const killed = await start();
    await killed.ready;
    const before = database();
    killed.signal("SIGKILL");
    await killed.exited;

    const next = await start();
    await next.ready;
    expect(database()?.pid).toBe(before?.pid);
    next.signal("SIGINT");
    next.signal("SIGINT");
    expect(await next.exited).toBe(0);
    expect(database()).toBeNull();
  },
);

test("a busy port is one error and exit code 1, before a database is created", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const server = await start({ PORT: String(port) });
  expect(await server.exited).toBe(1);
  expect(server.output().stderr).toMatch(
    new RegExp(`^Port ${port} .* is in use by another program\\.[^\\n]*\\n$`),
  );
  expect(database()).toBeNull();
});

test("an unusable data folder is one error and exit code 1", async () => {
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "15\n");
  const server = await start();
  expect(await server.exited).toBe(1);
  expect(server.output().stderr).toMatch(
    /^The database in [^\n]+ was created by PostgreSQL 15[^\n]+\n$/,
  );
});

test("a second process on one embedded database ends, unless both say that it is shared", async () => {
  copyFilled();
  const launch = async (DATA_SHARED: string, environment = {}) => {
    const server = await startBuiltServer({ DATA_DIR: dataDir, DATA_SHARED, ...environment });
    onTestFinished(async () => {
      server.signal("SIGTERM");
      await server.exited;
    });
    return server;
  };
  const only = await launch("false");
  await only.ready;
  const second = await launch("false", IMPATIENCE);
  expect(await second.exited).toBe(1);
  expect(second.output().stderr).toContain("Another Akari process serves from this DATA_DIR");
  expect((await fetch(`${only.url}/readyz`)).status).toBe(200);
  only.signal("SIGTERM");
  await only.exited;
  const [one, other] = [await launch("true"), await launch("true")];
  await Promise.all([one.ready, other.ready]);
});
