// @module-tag rest
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { filesIn } from "~db/embedded/placement.server";
import { runningPostmaster } from "~db/embedded/postmaster.server";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";

/** Holds the starter catalog: a start on a copy takes a third of the time. */
let filled: string;
beforeAll(async () => {
  filled = createDataDir();
  const server = await startBuiltServer({ DATA_DIR: filled });
  await server.ready;
  server.signal("SIGTERM");
  await server.exited;
});
afterAll(() => removeDataDir(filled));

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

test("npm start prints its URL, and SIGTERM exits with 0 and stops the database", async () => {
  const server = await start();
  await server.ready;
  expect(server.output().stdout).toContain(`Akari is ready at ${server.url}`);
  expect(database()).not.toBeNull();
  server.signal("SIGTERM");
  expect(await server.exited).toBe(0);
  expect(database()).toBeNull();
  expect(server.output().stderr).toBe("");
});

test("npm start works in a folder whose path needs escaping in a URL", async () => {
  const folder = join(dataDir, "a site für %20 #1");
  const root = join(import.meta.dirname, "../../..");
  for (const name of [
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
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const server = await startBuiltServer({ DATA_DIR: join(folder, ".data") }, "npm start", {
    folder,
  });
  onTestFinished(async () => {
    server.signal("SIGTERM");
    await server.exited;
  });
  await server.ready;
  const page = await (await fetch(server.url)).text();
  const script = /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? "";
  const { status, headers } = await fetch(server.url + script, {
    headers: { "accept-encoding": "br" },
  });
  expect([status, headers.get("content-encoding")]).toEqual([200, "br"]);
  const listing = await fetch(`${server.url}/api/animes/full`);
  expect(await listing.json()).toMatchObject({ meta: { current_page: 1 } });
  server.signal("SIGTERM");
  expect(await server.exited).toBe(0);
  expect(runningPostmaster(join(folder, ".data", "postgres"))).toBeNull();
});

test("SIGTERM to npm exits with 0, too", async () => {
  copyFilled();
  const npm = await startBuiltServer({ DATA_DIR: dataDir }, "npm start");
  await npm.ready;
  npm.signal("SIGTERM");
  // The server shares npm's output, which closes when both have ended.
  expect(await npm.exited).toBe(0);
  expect(npm.output().stdout).toContain("SIGTERM: finishing pending requests …");
  expect(npm.output().stderr).not.toContain("Stopping failed");
  expect(database()).toBeNull();
});

test("a part that cannot be closed leaves the others closed, and the exit code tells", async () => {
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
});

test("Ctrl-C, which npm delivers twice, shuts down gracefully", async () => {
  copyFilled();
  const server = await start();
  await server.ready;
  server.signal("SIGINT");
  server.signal("SIGINT");
  expect(await server.exited).toBe(0);
  expect(database()).toBeNull();
});

test("a signal while the database is being created shuts down gracefully", async () => {
  const server = await start();
  await server.listening();
  server.signal("SIGTERM");
  expect(await server.exited).toBe(0);
  expect(database()).toBeNull();
});

test("after kill -9 the next start serves again, with the server left running", async () => {
  copyFilled();
  const killed = await start();
  await killed.ready;
  const before = database();
  killed.signal("SIGKILL");
  await killed.exited;

  const next = await start();
  await next.ready;
  expect(database()?.pid).toBe(before?.pid);
  next.signal("SIGTERM");
  expect(await next.exited).toBe(0);
  expect(database()).toBeNull();
});

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
