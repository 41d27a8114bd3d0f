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

/** Set by owners on the pages; a missing key has its default. */
export const siteSettings = pgTable("site_settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** Holds ids without references: entries outlive a deleted account but no longer name it. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().defaultNow(),
    /** Null for the command line and the site itself. */
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

/** Long work that an owner starts on a page. At most one run of a kind is under way. */
export const siteRuns = pgTable(
  "site_runs",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind", { enum: ["import", "source-check"] }).notNull(),
    /** What it works on, such as a file's name. */
    subject: text("subject").notNull(),
    status: text("status", { enum: ["running", "done", "failed", "stopped"] })
      .notNull()
      .default("running"),
    /** Without a reference, as in the audit log. */
    startedBy: uuid("started_by"),
    startedAt: instant("started_at").notNull().defaultNow(),
    /** Written every second while it runs, so an old one means that its process has ended. */
    beatAt: instant("beat_at").notNull().defaultNow(),
    finishedAt: instant("finished_at"),
    stopRequested: boolean("stop_requested").notNull().default(false),
    /** 0 to 1. */
    fraction: doublePrecision("fraction").notNull().default(0),
    counts: jsonb("counts")
      .$type<Record<string, number>>()
      .notNull()
      .default(sql`'{}'::jsonb`),
    /** Why it failed, for the owner. */
    problem: text("problem"),
  },
  (table) => [
    uniqueIndex("site_runs_running_key")
      .on(table.kind)
      .where(sql`status = 'running'`),
    index("site_runs_kind_idx").on(table.kind, table.id),
  ],
);

/** Rows that a run rejected, as lines of NDJSON. */
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
