import type postgres from "postgres";
import { connectTo, type DatabaseTarget } from "./target";

export interface ListenHandlers {
  onNotify: (payload: string) => void;
  /** Called on every connect. Earlier notifications are lost: read the state here. */
  onListening: () => void;
}

/** Doubles the seconds before each retry, up to ten. */
function backoff(retries: number): number {
  return Math.min(0.25 * 2 ** retries, 10);
}

/** Reconnects until `stop`. */
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
  const sql = connectTo(target, settings);
  // The first attempt only; the driver reconnects.
  sql.listen(channel, onNotify, onListening).catch(() => undefined);
  return { stop: () => sql.end({ timeout: 1 }) };
}
