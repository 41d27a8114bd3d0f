import { desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "~db/client.server";
import { auditLog, users } from "~db/schema";
import type { AuditAction } from "./audit-actions";

export type Actor = { via: "page"; userId: string } | { via: "command" } | { via: "site" };

export interface AuditEvent {
  action: AuditAction;
  subjectId?: string;
  /**
   * Facts about the action. They never contain an email address, so that deleting an account leaves
   * none behind.
   */
  details?: Record<string, string | number | boolean>;
}

export async function recordAudit(
  db: Database | Transaction,
  actor: Actor,
  { action, subjectId, details = {} }: AuditEvent,
): Promise<void> {
  await db.insert(auditLog).values({
    via: actor.via,
    actorId: actor.via === "page" ? actor.userId : null,
    action,
    subjectId: subjectId ?? null,
    details,
  });
}

export interface AuditEntry {
  id: number;
  at: Date;
  via: "page" | "command" | "site";
  actorId: string | null;
  actorName: string | null;
  action: string;
  subjectId: string | null;
  subjectName: string | null;
  details: Record<string, string | number | boolean>;
}

const PER_PAGE = 50;

/** Lists entries, newest first; `page` starts at 1. `userId` matches actor and subject. */
export async function listAudit(
  db: Database,
  { page, userId }: { page: number; userId?: string },
): Promise<{ entries: AuditEntry[]; lastPage: number }> {
  const actors = alias(users, "actors");
  const subjects = alias(users, "subjects");
  const filter =
    userId === undefined
      ? undefined
      : sql`${auditLog.actorId} = ${userId} or ${auditLog.subjectId} = ${userId}`;
  const [entries, [total]] = await Promise.all([
    db
      .select({
        id: auditLog.id,
        at: auditLog.at,
        via: auditLog.via,
        actorId: auditLog.actorId,
        actorName: actors.userName,
        action: auditLog.action,
        subjectId: auditLog.subjectId,
        subjectName: subjects.userName,
        details: auditLog.details,
      })
      .from(auditLog)
      .leftJoin(actors, eq(actors.id, auditLog.actorId))
      .leftJoin(subjects, eq(subjects.id, auditLog.subjectId))
      .where(filter)
      .orderBy(desc(auditLog.id))
      .limit(PER_PAGE)
      .offset((page - 1) * PER_PAGE),
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(auditLog)
      .where(filter),
  ]);
  return { entries, lastPage: Math.max(1, Math.ceil((total?.count ?? 0) / PER_PAGE)) };
}
