import { pino, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

/** Redaction is the second line of defence: never log whole requests or upstream errors. */
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
