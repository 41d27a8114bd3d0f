import { statfsSync } from "node:fs";
import { errorCode } from "./error-code";

const FULL_CODES = ["53100", "ENOSPC", "EDQUOT"];
/** Without space for its log, the database stops, and takes no connection until there is some. */
const DOWN_CODES = ["57P03", "CONNECTION_CLOSED", "ECONNREFUSED", "ECONNRESET", "ENOENT"];
const LEAST_FREE_BYTES = 1024 * 1024;

let dataDir: string | null = null;

/** Tells where the data is, so that a database that stopped for want of space is known as such. */
export function watchDisk(folder: string): void {
  dataDir = folder;
}

/**
 * Whether an error, or one of its causes, comes from a full disk; `mayBeStopped` if it may be that
 * of a database that has stopped.
 */
export function isFromFullDisk(
  causes: readonly Error[],
  { mayBeStopped }: { mayBeStopped: boolean },
): boolean {
  const codes = causes.map(errorCode);
  return (
    codes.some((code) => FULL_CODES.includes(code)) ||
    (mayBeStopped && codes.some((code) => DOWN_CODES.includes(code)) && hasNoSpace())
  );
}

function hasNoSpace(): boolean {
  if (dataDir === null) return false;
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize < LEAST_FREE_BYTES;
  } catch {
    return false;
  }
}

/** Whether a text of a log's line tells of a full disk. */
export function saysFullDisk(text: string): boolean {
  return /ENOSPC|EDQUOT|no space left on|disk quota exceeded|the disk is full/i.test(text);
}
