import { expect, test } from "vitest";
import { EmbeddedPostgresError, toEmbeddedError, describeOutput } from "./error.server";

const systemError = (code: string) => Object.assign(new Error(`${code}: something`), { code });

test.each([
  ["ENOSPC", /no space left on the disk .* \/data/],
  ["EROFS", /\/data because that disk is read-only/],
  ["EACCES", /may not use \/data/],
  ["ENOTDIR", /a part of that path is a file/],
])("the file-system error %s becomes a message with the folder and the cause", (code, sentence) => {
  const cause = systemError(code);
  const error = toEmbeddedError(cause, "/data");
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  expect(error).toMatchObject({ cause });
  expect(String(error)).toMatch(sentence);
});

test("a readable error, and one that is a bug, are unchanged", () => {
  const sentence = new EmbeddedPostgresError("No.", { cause: systemError("ENOSPC") });
  expect(toEmbeddedError(sentence, "/data")).toBe(sentence);
  const bug = new TypeError("x is not a function");
  expect(toEmbeddedError(bug, "/data")).toBe(bug);
});

test("a full disk is reported alike by PostgreSQL and by us", () => {
  const output = 'PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device';
  expect(describeOutput(output, "/data/postgres", "/log").message).toMatch(
    /^There is no space left on the disk .*\/data\/postgres/,
  );
});

test("an account missing in /etc/passwd is explained", () => {
  const output = "initdb: error: could not look up effective user ID 1234: user does not exist";
  expect(describeOutput(output, "/data/postgres", "/log").message).toContain("/etc/passwd");
});

test("the last of several errors is quoted, on one line", () => {
  const output = "2026-01-01 LOG:  starting\nFATAL:  first thing\nLOG:  more\nPANIC:  last thing\n";
  const { message } = describeOutput(output, "/data/postgres", "/log");
  expect(message).toContain("(last thing)");
  expect(message).not.toContain("\n");
});
