import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** What is known of each job by its name, apart from the runs that wait. */
export const jobs = pgTable(
  "jobs",
  {
    name: text("name").primaryKey(),
    enabled: boolean("enabled").notNull(),
    /** Random minutes, so that sites do not call Jikan together. */
    offsetMinutes: smallint("offset_minutes")
      .notNull()
      .default(sql`floor(random() * 60)`),
    /** Start of the last run. It runs, or was killed, while `endedAt` is null. */
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
    /** End of the last run that succeeded. */
    succeededAt: instant("succeeded_at"),
    /** How the last run ended; null while it runs. */
    outcome: text("outcome", { enum: ["succeeded", "failed", "interrupted"] }),
    /** Counts of the last run that succeeded, by name. */
    result: jsonb("result").$type<Record<string, number>>(),
    /** Why the last failed run failed, for the operator. */
    error: text("error"),
    /** How many runs have failed since the last success. */
    failures: integer("failures").notNull().default(0),
    failingSince: instant("failing_since"),
  },
  (table) => [
    check("jobs_outcome_check", sql`${table.outcome} IN ('succeeded', 'failed', 'interrupted')`),
    check("jobs_offset_check", sql`${table.offsetMinutes} BETWEEN 0 AND 59`),
  ],
);

/** The queue: runs that wait for their time, those that are at work, and those given up. */
export const jobRuns = pgTable(
  "job_runs",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    job: text("job").notNull(),
    /** Limits how many runs are at work at once, on all instances together. */
    lane: text("lane").notNull(),
    /** Runs of the same lane and subject never overlap. */
    subject: text("subject"),
    /** One run of a key waits at a time. */
    key: text("key"),
    payload: jsonb("payload")
      .$type<object>()
      .notNull()
      .default(sql`'{}'::jsonb`),
    /** A user asked for the run, not the schedule. */
    isRequested: boolean("is_requested").notNull().default(false),
    runAt: instant("run_at").notNull().defaultNow(),
    /** Includes the one at work. */
    attempts: integer("attempts").notNull().default(0),
    /** The limit of attempts; zero for a command's own run, which ends with its process. */
    maxAttempts: integer("max_attempts").notNull(),
    /** A file of the data folder without which the run cannot work. */
    localFile: text("local_file"),
    /** The advisory lock of the process that is at work; null while the run waits. */
    worker: integer("worker"),
    startedAt: instant("started_at"),
    stopRequested: boolean("stop_requested").notNull().default(false),
    /** The progress from 0 to 1, or null while the job does not report it. */
    fraction: doublePrecision("fraction"),
    counts: jsonb("counts")
      .$type<Record<string, number>>()
      .notNull()
      .default(sql`'{}'::jsonb`),
    /** Time at which the run was given up, after its last attempt. */
    failedAt: instant("failed_at"),
    error: text("error"),
  },
  (table) => [
    uniqueIndex("job_runs_waiting_key_idx")
      .on(table.key)
      .where(sql`worker IS NULL AND failed_at IS NULL`),
    index("job_runs_due_idx")
      .on(table.lane, table.runAt)
      .where(sql`worker IS NULL AND failed_at IS NULL`),
    index("job_runs_active_idx")
      .on(table.lane, table.subject)
      .where(sql`worker IS NOT NULL`),
  ],
);
