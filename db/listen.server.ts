import postgres from "postgres";
import type { DatabaseTarget } from "./target";

export interface ListenHandlers {
  onNotify: (payload: string) => void;
  /**
   * On every (re)connect. Notifications sent in between are lost, so read the current state here.
   */
  onListening: () => void;
}

/** Doubles up to ten seconds. */
function backoff(retries: number): number {
  return Math.min(0.25 * 2 ** retries, 10);
}

/** On its own connection. Reconnects until `stop`, also if the database is unreachable at first. */
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
  // The driver reconnects by itself; the promise only covers the first attempt.
  sql.listen(channel, onNotify, onListening).catch(() => undefined);
  return { stop: () => sql.end({ timeout: 1 }) };
}
