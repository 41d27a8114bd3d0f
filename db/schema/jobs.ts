import { sql } from "drizzle-orm";
import { boolean, check, integer, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Next runs wait in the queue's schema. */
export const jobs = pgTable(
  "jobs",
  {
    name: text("name").primaryKey(),
    enabled: boolean("enabled").notNull(),
    /** So that sites do not call Jikan together. */
    offsetMinutes: smallint("offset_minutes")
      .notNull()
      .default(sql`floor(random() * 60)`),
    /** Of the last run; running or killed while `endedAt` is null. */
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
    /** When the last run that succeeded ended. */
    succeededAt: instant("succeeded_at"),
    /** Null while it runs. */
    outcome: text("outcome", { enum: ["succeeded", "failed", "interrupted"] }),
    /** Of the last success. */
    result: jsonb("result").$type<Record<string, number>>(),
    /** For the operator. */
    error: text("error"),
    /** Since the last success. */
    failures: integer("failures").notNull().default(0),
    failingSince: instant("failing_since"),
  },
  (table) => [
    check("jobs_outcome_check", sql`${table.outcome} IN ('succeeded', 'failed', 'interrupted')`),
    check("jobs_offset_check", sql`${table.offsetMinutes} BETWEEN 0 AND 59`),
  ],
);
