import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** A missing key has its default. */
export const siteSettings = pgTable("site_settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** The log has no references: entries outlive an account but do not name it. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().defaultNow(),
    /** The user who did it, or null for the command line and the site itself. */
    actorId: uuid("actor_id"),
    via: text("via", { enum: ["page", "command", "site"] }).notNull(),
    action: text("action").notNull(),
    subjectId: uuid("subject_id"),
    details: jsonb("details").$type<Record<string, string | number | boolean>>().notNull(),
  },
  (table) => [
    index("audit_log_actor_idx").on(table.actorId),
    index("audit_log_subject_idx").on(table.subjectId),
  ],
);

/** One at most of a kind is under way. */
export const siteRuns = pgTable(
  "site_runs",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind", { enum: ["import", "source-check"] }).notNull(),
    /** What the run is about, such as a file's name. */
    subject: text("subject").notNull(),
    status: text("status", { enum: ["running", "done", "failed", "stopped"] })
      .notNull()
      .default("running"),
    /** The id of an account, without a reference for the same reason. */
    startedBy: uuid("started_by"),
    startedAt: instant("started_at").notNull().defaultNow(),
    /** Every second: an old one has lost its process. */
    beatAt: instant("beat_at").notNull().defaultNow(),
    finishedAt: instant("finished_at"),
    /** Releases before 0.2 ask for a stop here. */
    stopRequested: boolean("stop_requested").notNull().default(false),
    /** The share that is done, from 0 to 1. */
    fraction: doublePrecision("fraction").notNull().default(0),
    counts: jsonb("counts")
      .$type<Record<string, number>>()
      .notNull()
      .default(sql`'{}'::jsonb`),
    /** What is wrong, in words for the owner. */
    problem: text("problem"),
  },
  (table) => [
    uniqueIndex("site_runs_running_key")
      .on(table.kind)
      .where(sql`status = 'running'`),
    index("site_runs_kind_idx").on(table.kind, table.id),
  ],
);

/** Rejected rows, as lines of NDJSON. */
export const runRejections = pgTable(
  "run_rejections",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    runId: bigint("run_id", { mode: "number" })
      .notNull()
      .references(() => siteRuns.id, { onDelete: "cascade" }),
    line: text("line").notNull(),
  },
  (table) => [index("run_rejections_run_idx").on(table.runId, table.id)],
);
