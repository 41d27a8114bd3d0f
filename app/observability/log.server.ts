import { pino, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

/**
 * The process's structured log: one JSON object a line on standard output. Callers pass what they mean to log, never whole
 * requests or errors of others with bodies; the redaction below is the second net, not the first.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
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
