import { pino, type DestinationStream, type Logger } from "pino";
import { toRecentError, type RecentErrors } from "./recent-errors";

export type Log = Logger;

const ERROR_LEVEL = 50;

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
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}
