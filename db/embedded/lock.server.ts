import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode } from "~/errors/error-code";
import { EmbeddedPostgresError } from "./error.server";
import { getStartTime, waitUntil } from "./process.server";

/** Crash recovery may take minutes. */
const WAIT_MS = 5 * 60_000;
/** Older empty files are a crash's. */
const EMPTY_LOCK_GRACE_MS = 10_000;

const processId = () => `${process.pid} ${getStartTime(process.pid)}`;

function isAlive(holder: string): boolean {
  const [pid, ...start] = holder.trim().split(" ");
  return getStartTime(Number(pid)) === start.join(" ");
}

function createLockFile(file: string): boolean {
  try {
    writeFileSync(file, processId(), { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    // A full disk leaves it empty.
    if (errorCode(error) === "ENOSPC") rmSync(file, { force: true });
    throw error;
  }
}

function readLockFile(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function isAbandoned(file: string): boolean {
  const holder = readLockFile(file);
  if (holder === null) return false;
  if (holder !== "") return !isAlive(holder);
  try {
    // The clock may have been set back.
    return Math.abs(Date.now() - statSync(file).mtimeMs) > EMPTY_LOCK_GRACE_MS;
  } catch {
    return false;
  }
}

/** A second lock: removing a dead process's must not remove a new one. */
function removeLockFile(file: string): void {
  const takeoverLock = `${file}.takeover`;
  if (!createLockFile(takeoverLock)) {
    if (isAbandoned(takeoverLock)) rmSync(takeoverLock, { force: true });
    return;
  }
  try {
    if (isAbandoned(file)) rmSync(file, { force: true });
  } finally {
    rmSync(takeoverLock, { force: true });
  }
}

/** Excludes other processes; takes over the lock of a dead one. */
export async function withLock<T>(
  file: string,
  log: (message: string) => void,
  action: () => Promise<T>,
): Promise<T> {
  let hasLogged = false;
  const hasLock = await waitUntil(
    () => {
      if (createLockFile(file)) return true;
      if (isAbandoned(file)) removeLockFile(file);
      else if (!hasLogged) {
        hasLogged = true;
        log(
          `Another Akari process (${readLockFile(file)?.split(" ")[0] ?? "unknown"}) is starting or stopping the database: waiting for it.`,
        );
      }
      return false;
    },
    WAIT_MS,
    25,
  );
  if (!hasLock)
    throw new EmbeddedPostgresError(
      `Another Akari process holds ${file} for over five minutes: end it, then start again.`,
    );
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

const UNWRITABLE_CODES = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);

/** Stopping must not need to write. */
export async function withLockIfWritable<T>(
  file: string,
  log: (message: string) => void,
  action: () => Promise<T>,
): Promise<T> {
  let isStarted = false;
  try {
    return await withLock(file, log, () => {
      isStarted = true;
      return action();
    });
  } catch (error) {
    if (isStarted || !UNWRITABLE_CODES.has(errorCode(error))) throw error;
    return action();
  }
}

let registrations = 0;

/** The result unregisters it. Needs the lock. */
export function registerClient(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${++registrations}-${statSync(folder).ino}`);
  try {
    writeFileSync(file, processId());
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  return () => {
    rmSync(file, { force: true });
    if (countClients(folder) === 0) rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Counts the clients whose processes live. A copied folder has files of the original's clients too,
 * which name the original's inode and do not count. Needs the lock.
 */
export function countClients(folder: string): number {
  if (!existsSync(folder)) return 0;
  const inode = String(statSync(folder).ino);
  return readdirSync(folder).filter((name) => {
    const holder = readLockFile(join(folder, name));
    if (holder !== null && name.endsWith(`-${inode}`) && isAlive(holder)) return true;
    rmSync(join(folder, name), { force: true });
    return false;
  }).length;
}
