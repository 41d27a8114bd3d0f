import type { I18n } from "~/i18n/i18n";
import type { Database } from "~db/client.server";
import {
  deleteSearches,
  listSearches,
  recordSearch,
  deleteSearch,
} from "~/features/search-history/searches.server";
import type { PageChange } from "~/ui/changes/page-change";
import type { SearchesForm } from "~/features/search-history/view/history-form";

/** Offers no Undo while recording is off, since nothing could be restored. */
export async function changeHistory(
  db: Database,
  userId: string,
  form: SearchesForm,
  { tracked, i18n: { t } }: { tracked: boolean; i18n: I18n },
): Promise<PageChange> {
  if (form.intent === "clear") {
    await deleteSearches(db, userId);
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
  await deleteSearch(db, userId, form.id);
  if (search === undefined) return { message: t("historyDone.notThere"), undo: null };
  return {
    message: t("historyDone.removed", { query: search.query }),
    undo: tracked ? { intent: "restore", query: search.query, timestamp: search.timestamp } : null,
  };
}
