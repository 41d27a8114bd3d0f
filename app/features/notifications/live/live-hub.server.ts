import { sql } from "drizzle-orm";
import { createSemaphore, type Semaphore } from "~/concurrency/semaphore";
import type { Database } from "~db/client.server";
import { unreadCountOf } from "~/features/notifications/inbox/shown-notices.server";
import type { LiveState } from "./live-state";

/** A connected page. */
interface LivePage {
  /** The hash of its session's id. */
  sessionHash: string;
  /** The state of the session's user when the page connected. */
  state: LiveState;
  send(state: LiveState): void;
  /** Keeps proxies from closing an idle connection. */
  beat(): void;
  end(): void;
}

/** The connected pages of this process. */
export interface LiveHub {
  /**
   * Sends the page its state at once and after each change, and ends it with its session. Returns
   * how to unsubscribe.
   */
  subscribe(page: LivePage): () => void;
  /** Ends all connections; pages connect again to another process. */
  close(): void;
}

interface LiveHubOptions {
  db: Database;
  onError: (error: unknown) => void;
  readMs?: number;
  beatMs?: number;
}

/** What serves pages that follow changes. */
export interface LiveServices {
  hub: LiveHub;
  /** Connected pages, which may stay for long. */
  slots: Semaphore;
}

const MAX_PAGES = 2_048;

export function createLiveServices({
  perClient,
  ...options
}: LiveHubOptions & { perClient: number }): LiveServices {
  return {
    hub: createLiveHub(options),
    slots: createSemaphore({ limit: MAX_PAGES, limitPerClient: perClient }),
  };
}

/** The time between two looks at the states of all pages. */
const READ_MS = 1_000;
/** Many states are read less often, so that it takes a small share of the time. */
const REST = 20;
const READ_AT_ONCE = 256;
/** A database that does not answer is left alone for a while. */
const RETRY_MS = 15_000;
/** The interval is below the shortest timeouts of common proxies. */
const BEAT_MS = 15_000;

/** Reads the states of pages again and again while one is connected. */
export function createLiveHub({
  db,
  onError,
  readMs = READ_MS,
  beatMs = BEAT_MS,
}: LiveHubOptions): LiveHub {
  /** The connected pages, with what each was sent last. */
  const open = new Map<LivePage, string>();
  let reading: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let isClosed = false;

  const send = (page: LivePage, state: LiveState): void => {
    const text = JSON.stringify(state);
    if (open.get(page) === text) return;
    open.set(page, text);
    page.send(state);
  };
  const read = async (): Promise<void> => {
    const pages = [...open.keys()];
    const started = performance.now();
    let waitMs = RETRY_MS;
    try {
      for (let start = 0; start < pages.length; start += READ_AT_ONCE) {
        const read = pages.slice(start, start + READ_AT_ONCE);
        const states = await readStates(db, new Set(read.map(({ sessionHash }) => sessionHash)));
        for (const page of read) {
          const state = states.get(page.sessionHash);
          if (state === undefined) page.end();
          else if (open.has(page)) send(page, state);
        }
      }
      waitMs = Math.max(readMs, REST * (performance.now() - started));
    } catch (error) {
      onError(error);
    }
    reading = open.size === 0 ? undefined : setTimeout(() => void read(), waitMs).unref();
  };
  const beat = (): void => {
    for (const page of open.keys()) page.beat();
    if (open.size > 0) return;
    clearInterval(beating);
    beating = undefined;
  };

  return {
    subscribe(page) {
      if (isClosed) {
        page.end();
        return () => undefined;
      }
      send(page, page.state);
      reading ??= setTimeout(() => void read(), readMs).unref();
      beating ??= setInterval(beat, beatMs).unref();
      return () => {
        open.delete(page);
      };
    },
    close() {
      isClosed = true;
      for (const page of open.keys()) page.end();
      open.clear();
      clearTimeout(reading);
      clearInterval(beating);
    },
  };
}

/**
 * The states of the sessions' users, by the hashes. Sessions that have ended, are locked or ask who
 * is watching have none.
 */
async function readStates(
  db: Database,
  sessionHashes: ReadonlySet<string>,
): Promise<Map<string, LiveState>> {
  const rows = await db.execute<{ hash: string; version: string; unread: number }>(sql`
    WITH open AS (
      SELECT s.id_hash, u.id, u.list_version
      FROM sessions s JOIN users a ON a.id = s.user_id
      JOIN users u ON u.id = coalesce(s.profile_id, s.user_id)
      WHERE s.id_hash = ANY(${`{${[...sessionHashes].join(",")}}`}::text[])
        AND s.expires_at > now() AND NOT s.locked AND NOT s.asks_profile
        AND a.disabled_at IS NULL AND u.disabled_at IS NULL
    ),
    counts AS (
      SELECT u.id, ${unreadCountOf(sql`u.id`)} AS unread FROM (SELECT DISTINCT id FROM open) u
    )
    SELECT open.id_hash AS hash, open.list_version AS version, counts.unread
    FROM open JOIN counts USING (id)`);
  return new Map(rows.map(({ hash, version, unread }) => [hash, { listVersion: version, unread }]));
}
