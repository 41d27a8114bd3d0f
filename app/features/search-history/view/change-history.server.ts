import type { Words } from "~/language/words";
import type { Database } from "~db/client.server";
import {
  clearSearches,
  listSearches,
  recordSearch,
  removeSearch,
} from "~/features/search-history/searches.server";
import type { PageChange } from "~/ui/changes/page-change";
import type { SearchesForm } from "./history-form";

/** Does what a form about the searches themselves asks. While recording is off nothing can be put back, so no Undo is offered then. */
export async function changeHistory(
  db: Database,
  userId: string,
  form: SearchesForm,
  { tracked, words: { t } }: { tracked: boolean; words: Words },
): Promise<PageChange> {
  if (form.intent === "clear") {
    await clearSearches(db, userId);
    return { message: t("historyDone.cleared"), undo: null };
  }
  if (form.intent === "restore") {
    const recorded = await recordSearch(db, userId, form);
    return {
      message: recorded
        ? t("historyDone.again", { query: form.query })
        : t("historyDone.notRestored"),
      undo: null,
    };
  }
  const search = (await listSearches(db, userId)).find(({ id }) => id === form.id);
  await removeSearch(db, userId, form.id);
  if (search === undefined) return { message: t("historyDone.notThere"), undo: null };
  return {
    message: t("historyDone.removed", { query: search.query }),
    undo: tracked ? { intent: "restore", query: search.query, timestamp: search.timestamp } : null,
  };
}
