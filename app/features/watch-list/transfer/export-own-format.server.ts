import type { Viewer } from "~/features/catalog/visibility.server";
import type { Database, Transaction } from "~db/client.server";
import { exportHistory } from "./export-history.server";
import { exportList } from "./export-list.server";
import { toHistoryRecord } from "./history-format";
import { toOwnRecord } from "./own-format";

/** Complete, as our own JSON has it: entries with all rewatches, and the history of the list. */
export async function exportOwnFormat(
  db: Database | Transaction,
  userId: string,
  viewer: Viewer,
): Promise<{ entries: Record<string, unknown>[]; history: Record<string, unknown>[] }> {
  const entries = await exportList(db, userId, viewer);
  const history = await exportHistory(db, userId);
  return { entries: entries.map(toOwnRecord), history: history.map(toHistoryRecord) };
}
