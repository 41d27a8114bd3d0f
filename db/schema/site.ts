import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
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
