import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { createSemaphore, type Semaphore } from "~/concurrency/semaphore";
import type { DatabaseClient } from "~db/client.server";
import { unreadCountOf } from "~/features/notifications/inbox/shown-notices.server";

/** What pages show of a user that may change elsewhere. */
export interface LiveState {
  /** Renewed with each change of the user's list. */
  listVersion: string;
  /** How many unread notifications the user sees, counted up to 100. */
  unread: number;
}

/** A connected page of a user. */
interface LivePage {
  userId: string;
  send(state: LiveState): void;
  /** Keeps proxies from closing an idle connection. */
  beat(): void;
  end(): void;
}

/** The connected pages of this process. */
export interface LiveHub {
  /** Sends the user's state at once, and again after each change. Returns how to unsubscribe. */
  subscribe(page: LivePage): () => void;
  /** Ends all connections, since pages connect again to another process. */
  close(): Promise<void>;
}

interface LiveHubOptions {
  database: Pick<DatabaseClient, "db" | "listen">;
  onError: (error: unknown) => void;
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

/** Triggers notify this channel with the user's id, or with nothing if it concerns several. */
const LIVE_CHANNEL = "akari_live";
/** The interval is below the shortest timeouts of common proxies. */
const BEAT_MS = 15_000;
/** A notification becomes due by time alone, and a pooler may lose what was notified. */
const BEATS_BETWEEN_READS = 4;
/** What concerns all is read of so many users at a time, as their pages load again at once. */
const MAX_READ = 20;
const PAUSE_MS = 250;

/** Takes a database connection to listen on only while a page is connected. */
export function createLiveHub({ database, onError, beatMs = BEAT_MS }: LiveHubOptions): LiveHub {
  const { db } = database;
  /** The pages of each user, with what each was sent last. */
  const open = new Map<string, Map<LivePage, string>>();
  /** The users whose state has changed, and those whose state may have. */
  const changed = new Set<string>();
  const doubtful = new Set<string>();
  let isReading = false;
  let beats = 0;
  let listening: { stop(): Promise<void> } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const readStates = async (ids: readonly string[]) => {
    const rows = await db.execute<{ id: string; version: string; unread: number }>(sql`
      SELECT u.id, u.list_version AS version, ${unreadCountOf(sql`u.id`)} AS unread
      FROM users u WHERE u.id = ANY(${`{${ids.join(",")}}`}::uuid[])`);
    return rows.map(({ id, version, unread }) => ({ id, state: { listVersion: version, unread } }));
  };
  const send = (id: string, state: LiveState): void => {
    const pages = open.get(id);
    const text = JSON.stringify(state);
    for (const [page, sent] of pages ?? []) {
      if (sent === text) continue;
      pages?.set(page, text);
      page.send(state);
    }
  };
  /** Changes while states are being read are read once, together. What fails waits for a beat. */
  const refresh = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    let ids: string[] = [];
    try {
      while (changed.size + doubtful.size > 0) {
        ids = [...changed, ...doubtful].slice(0, MAX_READ);
        for (const id of ids) {
          changed.delete(id);
          doubtful.delete(id);
        }
        for (const { id, state } of await readStates(ids)) send(id, state);
        if (changed.size === 0 && doubtful.size > 0) await pause(PAUSE_MS);
      }
    } catch (error) {
      for (const id of ids) if (open.has(id)) changed.add(id);
      throw error;
    } finally {
      // This is in the same turn as the last look at what has changed, so that nothing is missed in
      // between.
      isReading = false;
    }
  };
  const change = (id: string): void => {
    if (id === "") for (const user of open.keys()) doubtful.add(user);
    else if (open.has(id)) changed.add(id);
    refresh().catch(onError);
  };

  const beat = (): void => {
    if (open.size === 0) {
      rest().catch(onError);
      return;
    }
    for (const pages of open.values()) for (const page of pages.keys()) page.beat();
    beats = (beats + 1) % BEATS_BETWEEN_READS;
    if (beats === 0) change("");
    else refresh().catch(onError);
  };
  const wake = (): void => {
    timer ??= setInterval(beat, beatMs).unref();
    listening ??= database.listen(LIVE_CHANNEL, {
      onNotify: change,
      onListening: () => change(""),
    });
  };
  const rest = async (): Promise<void> => {
    clearInterval(timer);
    timer = undefined;
    const stopped = listening;
    listening = null;
    await stopped?.stop();
  };

  return {
    subscribe(page) {
      if (isClosed) {
        page.end();
        return () => undefined;
      }
      const pages = open.get(page.userId) ?? new Map<LivePage, string>();
      open.set(page.userId, pages);
      pages.set(page, "");
      wake();
      change(page.userId);
      return () => {
        pages.delete(page);
        if (pages.size === 0 && open.get(page.userId) === pages) open.delete(page.userId);
      };
    },
    async close() {
      isClosed = true;
      for (const pages of open.values()) for (const page of pages.keys()) page.end();
      open.clear();
      await rest();
    },
  };
}
