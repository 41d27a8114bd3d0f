import { DatabaseFailed } from "~/errors/app-error";
import { errorCode } from "~/errors/error-code";
import { errorMessage } from "~/errors/error-message";
import type { Log } from "~/observability/log.server";
import {
  isConnectionError,
  type ConnectionPool,
  type Lease,
  type StatementPool,
} from "./connection-pool.server";
import { WalHistory } from "./wal-history";

/** A position in the primary's log, in bytes. */
export type WalPosition = number;

export interface ReplicaState {
  /** Host and port. */
  name: string;
  isRead: boolean;
  /** At most so many; null while unknown. */
  lagSeconds: number | null;
  statements: number;
}

/** What the rest of the app may know about replicas. */
export interface Replicas {
  state(): { replicas: readonly ReplicaState[]; primaryStatements: number };
  /** Excludes replicas until they have replayed what the primary has written until now. */
  requireCurrent(): void;
  /** Whether every replica that may be read has replayed the primary up to this position. */
  haveAll(position: WalPosition): boolean;
  /** The primary's position now, which covers all writes that were committed before the call. */
  readPosition(): Promise<WalPosition>;
  /** Reads positions now, instead of within a second. */
  check(): Promise<void>;
}

interface ReplicaPools {
  name: string;
  pool: ConnectionPool;
  /** Another connection for checks, so that load does not make a replica seem lost. */
  monitor: ConnectionPool;
}

interface Options {
  primary: ConnectionPool;
  primaryMonitor: ConnectionPool;
  replicas: readonly ReplicaPools[];
  maxLagMs: number;
  log: Pick<Log, "warn" | "info">;
  now?: () => number;
}

const CHECK_INTERVAL_MS = 1_000;
/**
 * A standby cancels a query with this code when it must replay a change to the rows that it reads.
 */
const RECOVERY_CONFLICT = "40001";

const FACTS = `
  SELECT pg_is_in_recovery() AS is_standby,
    pg_wal_lsn_diff(
      CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END,
      '0/0')::float8 AS position,
    (extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 AS replay_age_ms,
    (SELECT system_identifier FROM pg_control_system())::text || ' ' || current_database() AS site,
    pg_postmaster_start_time()::text AS started`;

interface Facts {
  is_standby: boolean;
  position: number | null;
  replay_age_ms: number | null;
  /** The same on all servers that replicate one another. */
  site: string;
  /** Tells two of them apart. */
  started: string;
}

interface Replica extends ReplicaPools {
  position: WalPosition;
  /** Until when it has everything that the primary had, by this process' clock. */
  freshUntil: number;
  /** Why it is not read; null when it may be read, empty before the first check. */
  problem: string | null;
  statements: number;
}

/**
 * Reads go to the replicas in turn, and to the primary when none is near enough to it or one fails.
 * A replica's lag is counted from when the primary was last seen at the position that the replica
 * has replayed, so an idle primary makes no lag and a cut replica does.
 */
export class ReadPool implements StatementPool, Replicas {
  readonly #replicas: Replica[];
  readonly #history = new WalHistory();
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  #primary: Facts | null = null;
  /** Infinite until the position is known. */
  #required: WalPosition = 0;
  #requirements = 0;
  #checking: Promise<void> | null = null;
  #isCheckDue = false;
  #turn = 0;
  #primaryStatements = 0;
  #isClosed = false;

  constructor(private readonly options: Options) {
    this.#now = options.now ?? (() => performance.now());
    this.#replicas = options.replicas.map((pools) => ({
      ...pools,
      position: 0,
      freshUntil: -Infinity,
      problem: "",
      statements: 0,
    }));
    this.#timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS).unref();
    void this.check();
  }

  async use<Result>(work: (lease: Lease) => Promise<Result>): Promise<Result> {
    const replica = this.#choose();
    if (replica !== null)
      try {
        replica.statements += 1;
        return await replica.pool.use(work);
      } catch (error) {
        if (!this.#isReplicasOwn(replica, error)) throw error;
      }
    this.#primaryStatements += 1;
    return this.options.primary.use(work);
  }

  state(): ReturnType<Replicas["state"]> {
    const now = this.#now();
    return {
      replicas: this.#replicas.map((replica) => ({
        name: replica.name,
        isRead: this.#isUsable(replica, now),
        lagSeconds: Number.isFinite(replica.freshUntil) ? (now - replica.freshUntil) / 1_000 : null,
        statements: replica.statements,
      })),
      primaryStatements: this.#primaryStatements,
    };
  }

  requireCurrent(): void {
    this.#requirements += 1;
    this.#required = Infinity;
    void this.check();
  }

  haveAll(position: WalPosition): boolean {
    const now = this.#now();
    return this.#replicas.every(
      (replica) => !this.#isUsable(replica, now) || replica.position >= position,
    );
  }

  async readPosition(): Promise<WalPosition> {
    return (await readFacts(this.options.primary)).position ?? Infinity;
  }

  check(): Promise<void> {
    if (this.#checking !== null) {
      this.#isCheckDue = true;
      return this.#checking;
    }
    this.#checking = this.#checkAll().finally(() => (this.#checking = null));
    return this.#checking;
  }

  async close(timeoutSeconds: number): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    const pools = [
      this.options.primaryMonitor,
      ...this.#replicas.flatMap(({ pool, monitor }) => [pool, monitor]),
    ];
    await Promise.all(pools.map((pool) => pool.close(timeoutSeconds)));
  }

  #choose(): Replica | null {
    const now = this.#now();
    for (let step = 0; step < this.#replicas.length; step += 1) {
      this.#turn = (this.#turn + 1) % this.#replicas.length;
      const replica = this.#replicas[this.#turn];
      if (replica !== undefined && this.#isUsable(replica, now)) return replica;
    }
    return null;
  }

  #isUsable({ problem, freshUntil, position }: Replica, now: number): boolean {
    return (
      problem === null && now - freshUntil <= this.options.maxLagMs && position >= this.#required
    );
  }

  /** Whether the primary may succeed where the replica failed. */
  #isReplicasOwn(replica: Replica, error: unknown): boolean {
    if (errorCode(error) === RECOVERY_CONFLICT) return true;
    // A write that came here must not be hidden.
    if (errorCode(error) === "25006") return false;
    if (!isConnectionError(error) && !(error instanceof DatabaseFailed)) return false;
    this.#judge(replica, `it does not respond: ${errorMessage(error)}`);
    return true;
  }

  async #checkAll(): Promise<void> {
    do {
      this.#isCheckDue = false;
      const requirements = this.#requirements;
      const seenAt = this.#now();
      const primary = await readFacts(this.options.primaryMonitor).catch(() => null);
      if (primary !== null && primary.position !== null && !primary.is_standby) {
        this.#primary = primary;
        const isShorter = this.#history.record(primary.position, seenAt);
        if (requirements === this.#requirements && (this.#required === Infinity || isShorter))
          this.#required = Math.min(this.#required, primary.position);
      }
      await Promise.all(this.#replicas.map((replica) => this.#checkReplica(replica, seenAt)));
    } while (this.#isCheckDue && !this.#isClosed);
  }

  async #checkReplica(replica: Replica, seenAt: number): Promise<void> {
    const facts = await readFacts(replica.monitor).catch((error: unknown) => error);
    if (this.#isClosed) return;
    if (!isFacts(facts)) return this.#judge(replica, `it does not respond: ${errorMessage(facts)}`);
    if (this.#primary === null) return;
    if (facts.site !== this.#primary.site)
      return this.#judge(replica, "it is no replica of the database in DATABASE_URL");
    // After a failover it may be the primary.
    if (!facts.is_standby && facts.started !== this.#primary.started)
      return this.#judge(replica, "it is no standby");
    if (facts.position === null) return this.#judge(replica, "it has replayed nothing yet");
    replica.position = facts.position;
    replica.freshUntil =
      this.#history.freshUntil(facts.position, seenAt) ??
      seenAt - (facts.replay_age_ms ?? Infinity);
    const lagMs = this.#now() - replica.freshUntil;
    this.#judge(
      replica,
      lagMs <= this.options.maxLagMs
        ? null
        : `it is more than ${this.options.maxLagMs / 1_000} seconds behind`,
    );
  }

  /** Logs a change once. */
  #judge(replica: Replica, problem: string | null): void {
    const { log } = this.options;
    const wasRead = replica.problem === null;
    const isNew = replica.problem === "";
    replica.problem = problem;
    if (problem !== null && (wasRead || isNew))
      log.warn({ replica: replica.name, reason: problem }, "a replica is not read");
    if (problem === null && !wasRead) log.info({ replica: replica.name }, "a replica is read");
  }
}

async function readFacts(pool: ConnectionPool): Promise<Facts> {
  const [facts] = await pool.use((lease) =>
    lease.send(() => lease.client.unsafe<Facts[]>(FACTS), FACTS),
  );
  if (facts === undefined) throw new Error("The server did not say where it is.");
  return facts;
}

function isFacts(value: unknown): value is Facts {
  return typeof value === "object" && value !== null && "is_standby" in value;
}
