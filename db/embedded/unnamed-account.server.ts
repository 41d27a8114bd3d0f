import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Debian's folders for libraries, as its package `libnss-wrapper` uses them. */
const LIBRARY_FOLDERS = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"];

let environment: Record<string, string> | undefined;

/**
 * initdb asks for the name of its account, and containers run as any number. Where the system has
 * no name for this account, the variables make the wrapper library give it one, if it is installed.
 */
export function unnamedAccountEnvironment(): Record<string, string> {
  return (environment ??= hasName() ? {} : nameAccount());
}

function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

function nameAccount(): Record<string, string> {
  const library = LIBRARY_FOLDERS.map((folder) => join(folder, "libnss_wrapper.so")).find((path) =>
    existsSync(path),
  );
  if (library === undefined) return {};
  const folder = mkdtempSync(join(tmpdir(), "akari-account-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const [passwd, group] = [join(folder, "passwd"), join(folder, "group")];
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  writeFileSync(passwd, `akari:x:${uid}:${gid}:Akari:${folder}:/bin/false\n`);
  writeFileSync(group, `akari:x:${gid}:\n`);
  return { LD_PRELOAD: library, NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group };
}
