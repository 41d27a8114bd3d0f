import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import type { Config } from "~/config/config.server";
import type { Log } from "~/observability/log.server";
import { ADVISORY_LOCK_CLASSES, ADVISORY_LOCKS } from "~db/advisory-lock.server";
import { UnusableDatabase } from "~db/check-database.server";
import { connectTo, type DatabaseTarget } from "~db/target";

interface Options {
  /**
   * The folder in which this instance keeps uploads; instances with the same value may run
   * together.
   */
  place: string;
  log: Log;
  /** Whether the database lies in DATA_DIR, which the instances then share. */
  isEmbedded?: boolean;
  /** How long one that ends may take. */
  waitMs?: number;
}

/** The wait exceeds a shutdown, and what the server takes to notice a client that has vanished. */
const WAIT_MS = 15_000;
const RETRY_MS = 500;
const KEEPALIVE = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
};

/** A folder that is not declared shared is this process' alone. */
export function uploadsPlace({
  storage,
  isDataShared,
}: Pick<Config, "storage" | "isDataShared">): string {
  if (storage.kind === "s3") return `s3 ${storage.endpoint.href} ${storage.bucket}`;
  if (storage.kind === "ipfs") return "ipfs";
  return isDataShared ? "disk" : `disk ${randomUUID()}`;
}

/**
 * Registers this instance by an advisory lock on a connection of its own, for as long as the
 * process lives. Throws `UnusableDatabase` while another one keeps its uploads elsewhere.
 */
export async function joinInstances(
  target: DatabaseTarget,
  { place, log, isEmbedded = false, waitMs = WAIT_MS }: Options,
): Promise<{ leave(): Promise<void> }> {
  const leaving = new AbortController();
  const key = createHash("sha256").update(place).digest().readUInt32BE() >>> 1;
  let isHeld = false;
  const settings: postgres.Options<Record<string, never>> = {
    max: 1,
    connect_timeout: 3,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => undefined,
    onclose: () => {
      if (isHeld) void rejoin();
      isHeld = false;
    },
    connection: { application_name: "akari-instance", ...KEEPALIVE },
  };
  const sql = connectTo(target, settings);

  /** Joins the instances. Returns false beside one with another place. */
  async function join(): Promise<boolean> {
    isHeld = await sql.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.instanceGate})`;
      const others = await tx`
        SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND objsubid = 2
          AND classid = ${ADVISORY_LOCK_CLASSES.instance}::int::oid AND objid <> ${key}::int::oid
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        LIMIT 1`;
      if (others.length > 0) return false;
      await tx`SELECT pg_advisory_lock_shared(${ADVISORY_LOCK_CLASSES.instance}, ${key})`;
      return true;
    });
    return isHeld;
  }
  const pause = () => sleep(RETRY_MS, undefined, { signal: leaving.signal }).catch(() => undefined);

  async function leave(): Promise<void> {
    leaving.abort();
    isHeld = false;
    await sql.end({ timeout: 1 });
  }

  /** Joins again after a lost connection. The site stays up, whatever runs beside it by then. */
  async function rejoin(): Promise<void> {
    let isReported = false;
    while (!leaving.signal.aborted) {
      await pause();
      const joined = await join().catch(() => null);
      if (joined === true) return;
      if (joined === false && !isReported) {
        log.error("another instance runs that keeps its uploads elsewhere");
        isReported = true;
      }
    }
  }

  const deadline = performance.now() + waitMs;
  try {
    while (!(await join())) {
      if (performance.now() > deadline)
        throw new UnusableDatabase(
          isEmbedded
            ? "Another Akari process serves from this DATA_DIR: stop it, or set DATA_SHARED=true on each (docs/scaling.md)."
            : "Another instance of this site keeps its uploads elsewhere. For several, set DATA_SHARED=true on each if they share one DATA_DIR, or the same STORAGE=s3 or ipfs (docs/scaling.md).",
        );
      await pause();
    }
  } catch (error) {
    await leave();
    throw error;
  }
  return { leave };
}
