import { UNRESTRICTED } from "~/features/catalog/visibility.server";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import {
  deleteSavedSearch,
  listSavedSearches,
  markSeen,
  moveSearch,
  renameSearch,
  saveSearch,
  setFollowed,
  setPinned,
  type DeletedSearch,
} from "~/features/saved-search/saved-searches.server";
import type { SavedSearchForm } from "~/features/saved-search/saved-search-input";
import type { I18n } from "~/i18n/i18n";
import { searchPath } from "~/features/saved-search/search-path";
import type { PageChange } from "~/ui/changes/page-change";

/** Throws `NotFound`, `Invalid` and `Conflict`. */
export async function changeSearches(
  database: CatalogDatabase,
  userId: string,
  form: Exclude<SavedSearchForm, { intent: "follow-url" }>,
  { origin, i18n: { t } }: { origin: string; i18n: I18n },
): Promise<PageChange> {
  const { db } = database;
  if (form.intent === "save" || form.intent === "restore") {
    const { name, url } = form;
    const pinned = form.pinned === "on";
    await saveSearch(database, userId, {
      ...{ name, url, origin, pinned },
      followed: form.followed === "on",
      restored: form.intent === "restore" ? form : undefined,
    });
    return { message: t("searches.done.saved", { name }), undo: null };
  }
  if (form.intent === "rename") {
    await renameSearch(db, userId, form.id, form.name);
    return { message: t("searches.done.renamed", { name: form.name }), undo: null };
  }
  const { intent, id } = form;
  const searches = await listSavedSearches(db, userId, UNRESTRICTED);
  const name = searches.find((search) => search.id === id)?.name ?? "";
  switch (intent) {
    case "pin":
    case "unpin":
      await setPinned(db, userId, id, intent === "pin");
      return {
        message: t(intent === "pin" ? "searches.done.pinned" : "searches.done.unpinned", { name }),
        undo: { intent: intent === "pin" ? "unpin" : "pin", id },
      };
    case "follow":
    case "unfollow":
      await setFollowed(database, userId, id, intent === "follow");
      return {
        message: t(intent === "follow" ? "searches.done.followed" : "searches.done.unfollowed", {
          name,
        }),
        undo: null,
      };
    case "up":
    case "down":
      await moveSearch(db, userId, id, intent === "up" ? -1 : 1);
      return {
        message: t("searches.done.moved", { name }),
        undo: { intent: intent === "up" ? "down" : "up", id },
      };
    case "seen":
      await markSeen(db, userId, id);
      return { message: t("searches.done.seen", { name }), undo: null };
    case "delete":
      return {
        message: t("searches.done.deleted", { name }),
        undo: restoreFields(await deleteSavedSearch(db, userId, id)),
      };
  }
}

/** The form that saves a deleted search again, in its place. */
function restoreFields(deleted: DeletedSearch): PageChange["undo"] {
  const { id, name, query, position, pinned, known } = deleted;
  return {
    ...{ intent: "restore", id, name, url: searchPath(query), position: String(position) },
    ...(pinned ? { pinned: "on" } : {}),
    ...(known === null ? {} : { followed: "on", known: known.join(" ") }),
  };
}
