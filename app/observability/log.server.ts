import { pino, type DestinationStream, type Logger } from "pino";
import { saysFullDisk } from "~/errors/disk-full";
import { toRecentError, type RecentErrors } from "./recent-errors";

export type Log = Logger;

const ERROR_LEVEL = 50;

/** Lines are written together: a write per line costs as much as the rest of a cached response. */
const BATCH_LENGTH = 32 * 1024;
const BATCH_MS = 100;

/** Redaction is the second line of defence: log no whole requests or upstream errors. */
export function createLog(
  level: string,
  destination?: DestinationStream,
  recentErrors?: RecentErrors,
): Log {
  const diskFull = createDiskFullLines();
  return pino(
    {
      level,
      hooks: {
        logMethod(given, method, lineLevel) {
          const args = diskFull(given);
          if (args === null) return;
          if (lineLevel >= ERROR_LEVEL) recentErrors?.add(toRecentError(args));
          method.apply(this, args);
        },
      },
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          "password",
          "*.password",
          "cookie",
          "*.cookie",
          "authorization",
          "*.authorization",
          "token",
          "*.token",
        ],
        censor: "[redacted]",
      },
    },
    destination ?? openStandardOutput(),
  );
}

const DISK_FULL_MS = 60_000;

/**
 * All that writes fails in its own way on a full disk. One line a minute says why, and how many
 * were left out, for which it returns null.
 */
function createDiskFullLines() {
  let nextAt = -Infinity;
  let leftOut = 0;
  return function lineOf<Args extends readonly unknown[]>(args: Args): Args | null {
    const { message, cause } = toRecentError(args);
    const reason = [cause, message].find((text) => text !== null && saysFullDisk(text));
    if (reason === undefined || reason === null) return args;
    const now = performance.now();
    leftOut += 1;
    if (now < nextAt) return null;
    nextAt = now + DISK_FULL_MS;
    const line = [{ err: reason, leftOut: leftOut - 1 }, "the disk is full"];
    leftOut = 0;
    return line as unknown as Args;
  };
}

let standardOutput: DestinationStream | undefined;
const openStandardOutput = () => (standardOutput ??= createBatchedOutput());

const WARN_LEVEL = 40;

/** Shows a person warnings as sentences, and nothing else until `showAll`. */
export function createTerminalOutput(): { destination: DestinationStream; showAll(): void } {
  let isShort = true;
  const output = openStandardOutput();
  return {
    destination: {
      write(line) {
        if (isShort) writeWarning(line);
        else output.write(line);
      },
    },
    showAll: () => void (isShort = false),
  };
}

function writeWarning(line: string): void {
  const { level, msg, err } = JSON.parse(line) as {
    level: number;
    msg?: string;
    err?: string | { message: string };
  };
  if (level < WARN_LEVEL) return;
  const reason = typeof err === "object" ? err.message : err;
  const text = [msg, reason].filter((part) => part !== undefined).join(": ");
  // What others wrote must not steer the terminal.
  process.stdout.write(`${text.replaceAll(/\p{Cc}+/gu, " ")}\n`);
}

/** Standard output, late by `BATCH_MS` at most. Nothing is lost unless the process is killed. */
function createBatchedOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: false });
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines !== "") output.write(lines);
    lines = "";
  };
  process.once("exit", () => {
    flush();
    output.flushSync();
  });
  return {
    write(line) {
      lines += line;
      if (lines.length >= BATCH_LENGTH) flush();
      else timer ??= setTimeout(flush, BATCH_MS).unref();
    },
  };
}

interface LoggedRequest {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  isComplete: boolean;
}

/** Writes directly, without pino and its redaction: none of it is secret. */
export function logRequest(
  log: Log,
  { requestId, method, path, status, ms, isComplete }: LoggedRequest,
): void {
  if (!log.isLevelEnabled("info")) return;
  const { [pino.symbols.streamSym]: stream } = log as unknown as Record<symbol, DestinationStream>;
  stream?.write(
    `{"level":30,"time":"${new Date().toISOString()}","requestId":"${requestId}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${Math.round(ms * 10) / 10},"msg":"${isComplete ? "request" : "request aborted"}"}\n`,
  );
}
