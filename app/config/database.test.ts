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
    expect(remoteOf("postgres://a:b@one:1/c?sslmode=verify-full").tls).toEqual({
      rejectUnauthorized: true,
    });
  });

  it("keeps what the driver and the server understand in the URL", () => {
    const query = "?sslmode=require&application_name=a%20b&target_session_attrs=primary&ssl=true";
    expect(remoteOf(plain + query).url).toBe(`${plain}?application_name=a+b`);
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

describe("the server that takes writes", () => {
  it("is the one host of the URL, whichever of libpq's names it is asked for by", () => {
    for (const wanted of ["any", "read-write", "primary"])
      expect(remoteOf(`${plain}?target_session_attrs=${wanted}`).url).toBe(plain);
    expect(remoteOf("postgres:///akari").url).toBe("postgres:///akari");
  });

  it.each([
    ["postgres://a:b%40c@db1:5433,db2,[::1]:5434/akari", "has several hosts: name one address"],
    ["postgres://a@db1,db2/c?target_session_attrs=read-write", "has several hosts"],
    ["postgres://a@db1,/c", "has several hosts"],
    ["postgres://a@db1/c?target_session_attrs=standby", "which cannot be written to"],
    ["postgres://a@db1/c?target_session_attrs=read-only", "which cannot be written to"],
  ])("refuses %s with one sentence", (url, message) => {
    for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL"]) {
      const load = () => loadConfig({ DATABASE_URL: plain, [name]: url });
      expect(load).toThrow(new RegExp(`^${name} [^\\n]+$`));
      expect(load).toThrow(message);
    }
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
