import { sql } from "drizzle-orm";
import { boolean, check, integer, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** What is known about each job. Its next run waits in the queue's own schema. */
export const jobs = pgTable(
  "jobs",
  {
    name: text("name").primaryKey(),
    enabled: boolean("enabled").notNull(),
    /** After the hour of its schedule, so that sites do not ask Jikan at the same time. */
    offsetMinutes: smallint("offset_minutes")
      .notNull()
      .default(sql`floor(random() * 60)`),
    /** Of the last run, which runs or was killed while `endedAt` is null. */
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
    /** Null while it runs. */
    outcome: text("outcome", { enum: ["succeeded", "failed", "interrupted"] }),
    /** Counts of the last run that succeeded. */
    result: jsonb("result").$type<Record<string, number>>(),
    /** Why the last run failed, for the operator. */
    error: text("error"),
    /** Runs that failed since the last one that succeeded. */
    failures: integer("failures").notNull().default(0),
    /** When the first of them ended. */
    failingSince: instant("failing_since"),
  },
  (table) => [
    check("jobs_outcome_check", sql`${table.outcome} IN ('succeeded', 'failed', 'interrupted')`),
    check("jobs_offset_check", sql`${table.offsetMinutes} BETWEEN 0 AND 59`),
  ],
);
