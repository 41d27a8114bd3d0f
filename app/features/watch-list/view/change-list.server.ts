import type { Words } from "~/language/words";
import type { Database } from "~db/client.server";
import { Invalid } from "~/errors/app-error";
import { canBeAnime } from "~/features/watch-list/entry-input";
import { putEntry } from "~/features/watch-list/put-entry.server";
import { removeEntry } from "~/features/watch-list/remove-entry.server";
import { exportList } from "~/features/watch-list/transfer/export-list.server";
import { importList } from "~/features/watch-list/transfer/import-list.server";
import { ownRecord, readOwnJson } from "~/features/watch-list/transfer/own-format";
import type { PageChange } from "~/ui/changes/page-change";
import type { ListForm } from "./list-form";

/**
 * Does what a form about one entry asks. Undo gives back the whole entry as it was, its notes and dates too, and not only its collection.
 * Throws `NotFound` for an anime that the catalog does not have.
 */
export async function changeList(
  db: Database,
  userId: string,
  form: ListForm,
  words: Words,
): Promise<PageChange> {
  const { t, label } = words;
  if (form.intent === "restore") return restore(db, userId, form.entry, words);
  const before = canBeAnime(form.animeId)
    ? (await exportList(db, userId, form.animeId))[0]
    : undefined;
  const undo =
    before === undefined ? null : { intent: "restore", entry: JSON.stringify(ownRecord(before)) };
  if (form.intent === "remove") {
    await removeEntry(db, userId, form.animeId);
    return {
      message:
        before === undefined ? t("listDone.notThere") : t("listDone.off", { title: before.title }),
      undo,
    };
  }
  const { title, type } = await putEntry(db, userId, form);
  const collection = label("collection", type);
  if (before?.type === type)
    return { message: t("listDone.already", { title, collection }), undo: null };
  return {
    message: t("listDone.now", { title, collection }),
    undo: undo ?? { intent: "remove", animeId: String(form.animeId) },
  };
}

async function restore(
  db: Database,
  userId: string,
  entry: unknown,
  { t, label }: Words,
): Promise<PageChange> {
  const entries = readOwnJson([entry]) ?? [];
  const { added, changed, unchanged } = await importList(db, userId, entries, {
    policy: "replace",
    dryRun: false,
  });
  const [title] = [...added, ...changed, ...unchanged];
  if (title === undefined)
    throw new Invalid([{ path: "entry", message: "There is nothing to put back." }]);
  return {
    message: t("listDone.again", {
      title: title.title,
      collection: label("collection", title.type),
    }),
    undo: null,
  };
}
