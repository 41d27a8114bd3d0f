import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadConfig, type Config } from "./config.server";

const folder = mkdtempSync(join(tmpdir(), "akari-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const ca = write("ca.pem", "an authority\n");
const cert = write("cert.pem", "a certificate\n");
const key = write("key.pem", "a key\n");
const empty = write("empty", "\n");
const missing = join(folder, "missing");

function remoteOf(url: string): NonNullable<Config["database"]["remote"]> {
  const { remote } = loadConfig({ DATABASE_URL: url }).database;
  if (remote === null) throw new Error("no remote database");
  return remote;
}

const plain = "postgres://akari:secret@db.example.org/akari";

describe("TLS to the database", () => {
  it("is off without sslmode, and follows libpq's modes", () => {
    const tlsOf = (query: string) => remoteOf(plain + query).tls;
    expect([tlsOf(""), tlsOf("?sslmode=disable"), tlsOf("?ssl=false")]).toEqual([
      false,
      false,
      false,
    ]);
    expect([tlsOf("?sslmode=allow"), tlsOf("?sslmode=prefer")]).toEqual(["prefer", "prefer"]);
    expect(tlsOf("?sslmode=require")).toMatchObject({ rejectUnauthorized: false });
    for (const query of ["?sslmode=verify-full", "?ssl=true", "?sslrootcert=system"])
      expect(tlsOf(query)).toEqual({ rejectUnauthorized: true });
    expect(tlsOf(`?sslmode=verify-full&sslrootcert=${ca}`)).toEqual({
      rejectUnauthorized: true,
      ca: "an authority",
    });
  });

  it("accepts another host's certificate in verify-ca, and in require with an authority", () => {
    for (const mode of ["verify-ca", "require"])
      expect(remoteOf(`${plain}?sslmode=${mode}&sslrootcert=${ca}`).tls).toEqual({
        rejectUnauthorized: true,
        ca: "an authority",
        checkServerIdentity: expect.any(Function) as () => undefined,
      });
  });

  it("sends a client's certificate", () => {
    expect(remoteOf(`${plain}?sslmode=require&sslcert=${cert}&sslkey=${key}`).tls).toMatchObject({
      cert: "a certificate",
      key: "a key",
    });
  });

  it("verifies an IP address instead of a name", () => {
    for (const [host, address] of [
      ["10.0.0.5", "10.0.0.5"],
      ["10.0.0.5:6432", "10.0.0.5"],
      ["[2001:db8::5]:5432", "2001:db8::5"],
    ])
      expect(remoteOf(`postgres://a:b@${host}/c?sslmode=verify-full`).tls).toEqual({
        rejectUnauthorized: true,
        host: address,
      });
    expect(remoteOf("postgres://a:b@one:1,two:2/c?sslmode=verify-full").tls).toEqual({
      rejectUnauthorized: true,
    });
  });

  it("keeps what the driver and the server understand in the URL", () => {
    const query = "?sslmode=require&application_name=a%20b&target_session_attrs=primary&ssl=true";
    expect(remoteOf(plain + query)).toMatchObject({
      url: `${plain}?application_name=a+b`,
      // Checked when a connection is opened.
      hosts: [{ host: "db.example.org", port: 5432 }],
    });
    expect(remoteOf(`${plain}?channel_binding=prefer`).url).toBe(plain);
  });

  it.each([
    ["?sslmode=on", "has sslmode=on, which is none of disable, allow, prefer, require"],
    ["?channel_binding=require", "has channel_binding=require, which is not supported"],
    ["?sslmode=require&sslcrl=x", "has sslcrl, which is not supported"],
    [`?sslmode=require&sslcert=${cert}`, "must have both sslcert and sslkey, or neither"],
    [`?sslrootcert=${ca}`, "has sslrootcert, which sslmode=disable ignores: set verify-full"],
    [`?sslmode=verify-full&sslrootcert=${missing}`, `which cannot be read: ENOENT`],
    [`?sslmode=verify-full&sslrootcert=${empty}`, "which is empty"],
  ])("refuses %s with one sentence", (query, message) => {
    const load = () => loadConfig({ DATABASE_URL: plain + query });
    expect(load).toThrow(/^DATABASE_URL [^\n]+$/);
    expect(load).toThrow(message);
  });

  it("refuses IP addresses among several hosts to verify", () => {
    expect(() => remoteOf("postgres://a:b@10.0.0.5,10.0.0.6/c?sslmode=verify-full")).toThrow(
      "DATABASE_URL must have names instead of IP addresses for sslmode=verify-full",
    );
  });

  it("reads the pooler's and the direct URL each by itself", () => {
    const { remote, direct } = loadConfig({
      DATABASE_URL: plain,
      DATABASE_DIRECT_URL: `${plain}?sslmode=prefer`,
    }).database;
    expect([remote?.tls, direct?.tls]).toEqual([false, "prefer"]);
    expect(() =>
      loadConfig({ DATABASE_URL: plain, DATABASE_DIRECT_URL: `${plain}?sslmode=x` }),
    ).toThrow("DATABASE_DIRECT_URL has sslmode=x");
  });
});

describe("several hosts", () => {
  it("are read from the URL, of which one is left for the driver", () => {
    const database = remoteOf(
      "postgres://a:b%40c@db1:5433,db2,[::1]:5434/akari?target_session_attrs=read-write",
    );
    expect(database).toMatchObject({
      url: "postgres://a:b%40c@db1:5433/akari",
      hosts: [
        { host: "db1", port: 5433 },
        { host: "db2", port: 5432 },
        { host: "::1", port: 5434 },
      ],
    });
    expect(remoteOf("postgres://a:b@db1,db2/akari").hosts).toHaveLength(2);
    expect(remoteOf(plain)).toMatchObject({ url: plain, hosts: [] });
    expect(remoteOf("postgres:///akari")).toMatchObject({ url: "postgres:///akari", hosts: [] });
  });

  it.each([
    ["postgres://a@db1,db2/c?target_session_attrs=any", "of which one is written to"],
    ["postgres://a@db1,db2/c?target_session_attrs=standby", "which cannot be written to"],
    ["postgres://a@db1/c?target_session_attrs=read-only", "which cannot be written to"],
    ["postgres://a@db1,db2:x/c", 'has "db2:x", which is neither host nor host:port'],
    ["postgres://a@db1,,db2/c", 'has "", which is neither host nor host:port'],
  ])("refuses %s with one sentence", (url, message) => {
    expect(() => remoteOf(url)).toThrow(/^DATABASE_URL [^\n]+$/);
    expect(() => remoteOf(url)).toThrow(message);
  });
});

describe("replicas", () => {
  const replica = "postgres://reader@db2/akari";
  const load = (urls: string, environment: Record<string, string> = {}) =>
    loadConfig({ DATABASE_URL: plain, DATABASE_READ_URLS: urls, ...environment }).database;

  it("have TLS and the password file as the primary has", () => {
    const secret = write("reader", "a password\n");
    const { replicas, maxLagMs } = load(`${replica}?sslmode=require, ${replica}2`, {
      DATABASE_URL: "postgres://akari@db.example.org/akari",
      DATABASE_PASSWORD_FILE: secret,
    });
    expect(replicas).toMatchObject([
      { url: replica, tls: { rejectUnauthorized: false }, passwordFile: secret },
      { url: `${replica}2`, tls: false, passwordFile: secret },
    ]);
    expect(maxLagMs).toBe(10_000);
    expect(loadConfig({ DATABASE_URL: plain }).database.replicas).toEqual([]);
  });

  it("may be from a second to an hour behind", () => {
    expect(load(replica, { DATABASE_READ_MAX_LAG: "1" }).maxLagMs).toBe(1_000);
    expect(load(replica, { DATABASE_READ_MAX_LAG: "3600" }).maxLagMs).toBe(3_600_000);
    for (const seconds of ["0.9", "3601", "soon"])
      expect(() => load(replica, { DATABASE_READ_MAX_LAG: seconds })).toThrow(
        "DATABASE_READ_MAX_LAG must be a number of seconds from 1 to 3600",
      );
  });

  it.each([
    ["mysql://db2/akari", "must be a comma-separated list of URLs that start with postgres://"],
    ["postgres://db2,db3/akari", "name one host each"],
    [`${replica}?sslmode=x`, "has sslmode=x"],
    [`${replica},${replica}`, "must name each replica once"],
  ])("refuses %s with one sentence", (urls, message) => {
    expect(() => load(urls)).toThrow(/^DATABASE_READ_URLS [^\n]+$/);
    expect(() => load(urls)).toThrow(message);
  });

  it("need a primary", () => {
    expect(() => loadConfig({ DATABASE_READ_URLS: replica })).toThrow(
      "DATABASE_URL must be the primary's URL when DATABASE_READ_URLS is set",
    );
  });
});

describe("secrets in files", () => {
  const secret = write("secret", "a secret of sixteen letters\n");

  it("are read instead of the variable", () => {
    const { session } = loadConfig({ SESSION_SECRET_FILE: secret });
    expect(session.secrets).toEqual(["a secret of sixteen letters"]);
    const url = write("url", `${plain}\n`);
    expect(loadConfig({ DATABASE_URL_FILE: url }).database.remote?.url).toBe(plain);
  });

  it("are checked like the variable, which must not be set too", () => {
    const short = write("short", "short");
    expect(() => loadConfig({ SESSION_SECRET_FILE: short })).toThrow(
      "SESSION_SECRET needs at least 16 characters",
    );
    expect(() => loadConfig({ SESSION_SECRET_FILE: secret, SESSION_SECRET: "x" })).toThrow(
      "SESSION_SECRET_FILE and SESSION_SECRET must not both be set",
    );
    expect(loadConfig({ SESSION_SECRET_FILE: "", SESSION_SECRET: "" }).session.secrets).toBeNull();
  });

  it("must be readable and not empty", () => {
    expect(() => loadConfig({ SMTP_URL_FILE: missing, METRICS_TOKEN_FILE: empty })).toThrow(
      /^SMTP_URL_FILE cannot be read: ENOENT.*\nMETRICS_TOKEN_FILE is empty/,
    );
  });

  it("may hold the database's password alone, which the URL then has not", () => {
    const url = "postgres://akari@db.example.org/akari";
    expect(
      loadConfig({ DATABASE_URL: url, DATABASE_PASSWORD_FILE: secret }).database.remote,
    ).toMatchObject({ url, passwordFile: secret });
    for (const [environment, message] of [
      [{ DATABASE_URL: plain, DATABASE_PASSWORD_FILE: secret }, "must have no password when"],
      [{ DATABASE_PASSWORD_FILE: secret }, "DATABASE_URL must be set when"],
      [
        { DATABASE_URL: url, DATABASE_PASSWORD_FILE: missing },
        "DATABASE_PASSWORD_FILE cannot be read",
      ],
      [{ DATABASE_URL: url, DATABASE_PASSWORD_FILE: empty }, "DATABASE_PASSWORD_FILE is empty"],
    ] as const)
      expect(() => loadConfig(environment)).toThrow(message);
  });
});
