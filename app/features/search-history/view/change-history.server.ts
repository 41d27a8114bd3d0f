import type { Database } from "~db/client.server";
import { clearSearches, listSearches, recordSearch, removeSearch } from "~/features/search-history/searches.server";
import type { PageChange } from "~/ui/changes/page-change";
import type { SearchesForm } from "./history-form";

/** Does what a form about the searches themselves asks. While recording is off nothing can be put back, so no Undo is offered then. */
export async function changeHistory(db: Database, userId: string, form: SearchesForm, { tracked }: { tracked: boolean }): Promise<PageChange> {
  if (form.intent === "clear") {
    await clearSearches(db, userId);
    return { message: "Your search history is empty now.", undo: null };
  }
  if (form.intent === "restore") {
    const recorded = await recordSearch(db, userId, form);
    return { message: recorded ? `“${form.query}” is in your history again.` : "Recording is off, so nothing was put back.", undo: null };
  }
  const search = (await listSearches(db, userId)).find(({ id }) => id === form.id);
  await removeSearch(db, userId, form.id);
  if (search === undefined) return { message: "This search was not in your history.", undo: null };
  return { message: `“${search.query}” is out of your history.`, undo: tracked ? { intent: "restore", query: search.query, timestamp: search.timestamp } : null };
}
