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
import { startTimeOf, waitUntil } from "./process.server";

/** Starting and stopping take a second; a recovery after a crash may take minutes, and those who wait should outlast it. */
const WAIT_MS = 5 * 60_000;
/** A lock file whose holder died between creating and filling it. Nobody alive needs this long for two system calls. */
const UNSIGNED_MS = 10_000;

const self = () => `${process.pid} ${startTimeOf(process.pid)}`;

function alive(holder: string): boolean {
  const [pid, ...start] = holder.trim().split(" ");
  return startTimeOf(Number(pid)) === start.join(" ");
}

function create(file: string): boolean {
  try {
    writeFileSync(file, self(), { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    // On a full disk the file is made and stays empty: nobody should have to wait for it.
    if (errorCode(error) === "ENOSPC") rmSync(file, { force: true });
    throw error;
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function abandoned(file: string): boolean {
  const holder = read(file);
  if (holder === null) return false;
  if (holder !== "") return !alive(holder);
  try {
    return Date.now() - statSync(file).mtimeMs > UNSIGNED_MS;
  } catch {
    return false;
  }
}

/** Removes a lock whose holder died. A second lock decides who does it, so that no fresh lock is removed by someone who looked earlier. */
function clear(file: string): void {
  const referee = `${file}.takeover`;
  if (!create(referee)) {
    if (abandoned(referee)) rmSync(referee, { force: true });
    return;
  }
  try {
    if (abandoned(file)) rmSync(file, { force: true });
  } finally {
    rmSync(referee, { force: true });
  }
}

/** Runs `action` while no other process on this machine holds `file`. A lock whose holder died is taken over. */
export async function withLock<T>(
  file: string,
  log: (message: string) => void,
  action: () => Promise<T>,
): Promise<T> {
  let told = false;
  const taken = await waitUntil(
    () => {
      if (create(file)) return true;
      if (abandoned(file)) clear(file);
      else if (!told) {
        told = true;
        log(
          `Another Akari process (${read(file)?.split(" ")[0] ?? "unknown"}) is starting or stopping the database: waiting for it.`,
        );
      }
      return false;
    },
    WAIT_MS,
    25,
  );
  if (!taken)
    throw new EmbeddedPostgresError(
      `Another Akari process holds ${file} for over five minutes: end it, then start again.`,
    );
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

let registrations = 0;

/** Notes this process as a user of the database, in `folder`; returns what takes the note away. The caller holds the lock. */
export function registerClient(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${++registrations}`);
  writeFileSync(file, self());
  return () => {
    rmSync(file, { force: true });
    if (countClients(folder) === 0) rmSync(folder, { recursive: true, force: true });
  };
}

/** How many noted users still live. Notes of dead processes are removed. The caller holds the lock. */
export function countClients(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).filter((name) => {
    const holder = read(join(folder, name));
    if (holder !== null && alive(holder)) return true;
    rmSync(join(folder, name), { force: true });
    return false;
  }).length;
}
