import postgres from "postgres";
import type { DatabaseTarget } from "./target";

/** What to do on a notification, and each time that listening starts: at first, and again after a lost connection. */
export interface ListenHandlers {
  onNotify: (payload: string) => void;
  /** Notifications sent while nobody listened are lost, so whatever they would have told has to be looked up here. */
  onListening: () => void;
}

/** Seconds between attempts to reach a lost database; it doubles up to ten. */
function backoff(retries: number): number {
  return Math.min(0.25 * 2 ** retries, 10);
}

/**
 * Listens to a channel on a connection of its own, and goes on after the connection was lost. An unreachable database is no
 * error here: it is tried again until it answers, or until `stop`.
 */
export function listenTo(
  target: DatabaseTarget,
  channel: string,
  { onNotify, onListening }: ListenHandlers,
): { stop(): Promise<void> } {
  const settings: postgres.Options<Record<string, never>> = {
    max: 1,
    connect_timeout: 3,
    backoff,
    onnotice: () => undefined,
    connection: { application_name: "akari-listen" },
  };
  const sql =
    typeof target === "string"
      ? postgres(target, settings)
      : postgres({ ...settings, ...target, connection: { ...settings.connection } });
  // The driver listens again by itself whenever its connection closes; the first promise only tells of the first attempt.
  sql.listen(channel, onNotify, onListening).catch(() => undefined);
  return { stop: () => sql.end({ timeout: 1 }) };
}
