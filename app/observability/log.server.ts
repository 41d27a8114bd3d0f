import { pino, type DestinationStream, type Logger } from "pino";
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
  return pino(
    {
      level,
      hooks: {
        logMethod(args, method, lineLevel) {
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
    destination ?? (standardOutput ??= createBatchedOutput()),
  );
}

let standardOutput: DestinationStream | undefined;

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
