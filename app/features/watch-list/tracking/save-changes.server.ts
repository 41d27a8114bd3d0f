import type { Transaction } from "~db/client.server";
import type { Tracked } from "./load-tracked.server";
import { saveTracked, type TrackedRecord } from "./save-tracked.server";
import type { TrackedEntry } from "./tracked-entry";
import type { Via } from "./via";

export interface EntryChange {
  malId: number;
  title: Tracked["title"];
  before: TrackedEntry;
  after: TrackedEntry;
}

/** What one request, import or undo changed of a list: entries that differ, each once. */
export interface ListChange {
  userId: string;
  via: Via;
  /** The day of the change in the user's time zone, as YYYY-MM-DD. */
  day: string;
  entries: readonly EntryChange[];
}

/**
 * Follows changes of lists, each in its transaction and after it is written: what the listener
 * writes is undone with the change, and a listener that throws undoes the change.
 */
export type ListListener = (tx: Transaction, change: ListChange) => Promise<void>;

/**
 * Saves records of one user, and tells the listeners of `change` once, unless it is empty and no
 * import.
 */
export async function saveChanges(
  tx: Transaction,
  records: readonly TrackedRecord[],
  change: ListChange,
  listeners: readonly ListListener[],
): Promise<void> {
  if (records.length > 0) await saveTracked(tx, change.userId, records);
  if (change.entries.length === 0 && change.via !== "import") return;
  for (const listener of listeners) await listener(tx, change);
}
