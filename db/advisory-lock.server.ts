import { sql } from "drizzle-orm";
import type { Transaction } from "./client.server";

/**
 * The numbers of advisory locks. The last release runs beside the new code during an update, so a
 * lock keeps its number. None is half of a deadlock, since a transaction takes one of them, before
 * any row. Two take another one afterwards: an instance its own within `instanceGate`, and an
 * upload its user's after its file's.
 */
export const ADVISORY_LOCKS = {
  migration: 4_210_571,
  catalogWrite: 4_210_572,
  instanceGate: 4_210_574,
  mediaFolders: 4_210_604,
  newRooms: 4_210_605,
  joinHousehold: 4_210_606,
  siteChannels: 4_210_607,
  firstOwnerLink: 0x616b_6172,
} as const;

/** The first of the two numbers of locks of which there are many, in a space of their own. */
export const ADVISORY_LOCK_CLASSES = {
  instance: 4_210_572,
  libraryScan: 4_210_581,
  worker: 4_210_593,
  jobLane: 4_210_594,
} as const;

/** Locks that a text names. */
type TextLock = "identity" | "upload";

/** Takes a lock until the transaction ends. */
export async function takeAdvisoryLock(
  tx: Transaction,
  name: keyof typeof ADVISORY_LOCKS,
): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS[name]})`);
}

/** Takes the lock that a text names until the transaction ends. */
export async function takeTextLock(tx: Transaction, kind: TextLock, text: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${kind}:${text}`}, 0))`);
}
