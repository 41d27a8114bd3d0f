import { errorCode } from "~/errors/error-code";
import { rootCause } from "~/errors/error-message";

export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}

const DISK_FULL = "53100";

const SYSTEM_REASONS: Record<string, (place: string) => string> = {
  ENOSPC: (place) =>
    `There is no space left on the disk for the database in ${place}: free some and start again.`,
  EDQUOT: (place) =>
    `The disk quota for the database in ${place} is used up: free some space and start again.`,
  EROFS: (place) =>
    `The database cannot be stored in ${place} because that disk is read-only: set DATA_DIR to a writable folder.`,
  ENOTDIR: (place) =>
    `The database cannot be stored in ${place} because a part of that path is a file: set DATA_DIR to a folder.`,
  EEXIST: (place) =>
    `The database cannot be stored in ${place} because a part of that path is a file: set DATA_DIR to a folder.`,
  EACCES: (place) =>
    `The account that started Akari may not use ${place}: start it with the account that owns the folder, or set DATA_DIR to another one.`,
  EPERM: (place) =>
    `The account that started Akari may not use ${place}: start it with the account that owns the folder, or set DATA_DIR to another one.`,
};

/** Explains errors of the server; other values stay. */
export function toEmbeddedError(error: unknown, place: string): unknown {
  const code = errorCode(rootCause(error));
  const reason = SYSTEM_REASONS[code === DISK_FULL ? "ENOSPC" : code];
  return reason && !(error instanceof EmbeddedPostgresError)
    ? new EmbeddedPostgresError(reason(place), { cause: error })
    : error;
}

/** Explains why the server did not start, from initdb's output or the end of the log. */
export function describeOutput(
  output: string,
  data: string,
  logFile: string,
): EmbeddedPostgresError {
  const cause = new Error(output.trim().slice(-4000));
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    return new EmbeddedPostgresError(
      `There is no space left on the disk for the database in ${data}: free some and start again.`,
      { cause },
    );
  }
  if (/could not look up effective user ID|user does not exist/.test(output)) {
    return new EmbeddedPostgresError(
      "The embedded PostgreSQL needs an account with an entry in /etc/passwd: start Akari with one, or set DATABASE_URL to an existing PostgreSQL.",
      { cause },
    );
  }
  const reason =
    [...output.matchAll(/(?:FATAL|PANIC|fatal|error): +(.+)/g)].at(-1)?.[1]?.trim() ??
    "it ended without saying why";
  return new EmbeddedPostgresError(
    `The database in ${data} does not start (${reason}): see ${logFile}, then restore a backup of that folder, or move it away to begin with an empty one.`,
    { cause },
  );
}
