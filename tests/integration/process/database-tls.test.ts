// @module-tag nightly
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { loadConfig } from "~/config/config.server";
import { openDatabase } from "~db/client.server";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { testDatabase } from "../../support/database/test-database";
import { startTlsFront } from "../../support/database/tls-front";
import { createSelfSignedCertificate } from "../../support/media/self-signed";

const { options } = await testDatabase();
const own = createSelfSignedCertificate("localhost");
const foreign = createSelfSignedCertificate("localhost");
const client = createSelfSignedCertificate("akari");

const folder = mkdtempSync(join(tmpdir(), "akari-tls-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const authority = write("authority.pem", own.cert);
const otherAuthority = write("other.pem", foreign.cert);

function urlOf(port: number, query: string, { host = "localhost", hasPassword = true } = {}) {
  const password = hasPassword ? `:${encodeURIComponent(options.password)}` : "";
  const user = `${encodeURIComponent(options.user)}${password}`;
  return `postgres://${user}@${host}:${port}/${options.database}?${query}`;
}

function open(environment: Record<string, string>) {
  const { remote } = loadConfig(environment).database;
  if (remote === null) throw new Error("no remote database");
  const database = openDatabase(remote, { poolSize: 1 });
  onTestFinished(() => database.close());
  return database;
}

/** Returns "connected", or the code of the failure. */
async function connectWith(url: string): Promise<string> {
  const error: unknown = await open({ DATABASE_URL: url }).sql`SELECT 1`.catch(
    (thrown: unknown) => thrown,
  );
  return error instanceof Error && "code" in error ? String(error.code) : "connected";
}

describe("TLS to the database", () => {
  it("follows sslmode: verify-full checks authority and host, verify-ca the authority, require neither", async () => {
    const { port, plainStarts } = await startTlsFront(options, own);
    const connect = (query: string, host = "localhost") =>
      connectWith(urlOf(port, query, { host }));
    const [right, wrong] = [`sslrootcert=${authority}`, `sslrootcert=${otherAuthority}`];
    expect(await connect(`sslmode=verify-full&${right}`)).toBe("connected");
    expect(await connect(`sslmode=verify-full&${right}`, "127.0.0.1")).toBe(
      "ERR_TLS_CERT_ALTNAME_INVALID",
    );
    expect(await connect(`sslmode=verify-full&${wrong}`)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(await connect("sslmode=verify-full")).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(await connect(`sslmode=verify-ca&${right}`, "127.0.0.1")).toBe("connected");
    expect(await connect(`sslmode=verify-ca&${wrong}`)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(await connect(`sslmode=require&${wrong}`)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(await connect("sslmode=require", "127.0.0.1")).toBe("connected");
    expect(await connect("sslmode=prefer")).toBe("connected");
    expect(plainStarts()).toBe(0);
    expect(await connect("")).toBe("connected");
    expect(plainStarts()).toBe(1);
  });

  it("sends the client's certificate", async () => {
    const { port, clientNames } = await startTlsFront(options, { ...own, asksClients: true });
    const files = `sslcert=${write("client.pem", client.cert)}&sslkey=${write("client.key", client.key)}`;
    const url = urlOf(port, `sslmode=verify-full&sslrootcert=${authority}&${files}`);
    expect(await connectWith(url)).toBe("connected");
    expect(clientNames).toEqual(["akari"]);
  });

  it("delivers notifications", async () => {
    const { port } = await startTlsFront(options, own);
    const database = open({
      DATABASE_URL: urlOf(port, `sslmode=verify-full&sslrootcert=${authority}`),
    });
    const received: string[] = [];
    let notifyReady = () => undefined as void;
    const ready = new Promise<void>((resolve) => (notifyReady = resolve));
    const listening = database.listen("over_tls", {
      onNotify: (payload) => received.push(payload),
      onListening: notifyReady,
    });
    await ready;
    await database.sql`SELECT pg_notify('over_tls', 'hello')`;
    await expect.poll(() => received).toEqual(["hello"]);
    await listening.stop();
  });

  it("ends the start with the reason and 1 when the certificate is not accepted", async () => {
    const { port } = await startTlsFront(options, own);
    const dataDir = createDataDir();
    const built = await startBuiltServer({
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(port, "sslmode=verify-full"),
      SESSION_SECRET: "a-secret-for-this-test-alone-0123456789",
    });
    onTestFinished(async () => {
      built.signal("SIGKILL");
      await built.exited;
      await removeDataDir(dataDir);
    });
    expect(await built.exited).toBe(1);
    expect(built.output().stderr).toBe(
      "The database cannot be used: its certificate is not accepted (self-signed certificate). DATABASE_URL takes its authority as sslrootcert (docs/scaling.md).\n",
    );
  });
});

describe("a password in a file", () => {
  it("is read again for each connection, so that a new one is used without a restart", async () => {
    const { port } = await startTlsFront(options, own);
    const file = write("password", `${options.password}\n`);
    const database = open({
      DATABASE_URL: urlOf(port, "sslmode=require", { hasPassword: false }),
      DATABASE_PASSWORD_FILE: file,
    });
    const reconnect = async () => {
      await database.sql`SELECT pg_terminate_backend(pg_backend_pid())`.catch(() => undefined);
      return database.sql`SELECT 1 AS one`.catch(({ code }: { code: string }) => code);
    };
    expect(await database.sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    writeFileSync(file, "a password that has expired");
    expect(await reconnect()).toBe("28P01");
    writeFileSync(file, options.password);
    expect(await reconnect()).toEqual([{ one: 1 }]);
    rmSync(file);
    expect(await reconnect()).toEqual([{ one: 1 }]);
  });
});
