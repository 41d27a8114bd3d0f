import type { I18n } from "~/i18n/i18n";
import type { Database } from "~db/client.server";
import { Invalid } from "~/errors/app-error";
import { isPossibleAnimeId } from "~/features/watch-list/entry-input";
import { putEntry } from "~/features/watch-list/put-entry.server";
import { removeEntry } from "~/features/watch-list/remove-entry.server";
import { exportList } from "~/features/watch-list/transfer/export-list.server";
import { importList } from "~/features/watch-list/transfer/import-list.server";
import { toOwnRecord, parseOwnJson } from "~/features/watch-list/transfer/own-format";
import type { PageChange } from "~/ui/changes/page-change";
import type { ListForm } from "./list-form";

/**
 * Handles the forms about one entry. Undo restores all fields of the entry. Throws `NotFound` for
 * an unknown anime.
 */
export async function changeList(
  db: Database,
  userId: string,
  form: ListForm,
  i18n: I18n,
): Promise<PageChange> {
  const { t, label } = i18n;
  if (form.intent === "restore") return restore(db, userId, form.entry, i18n);
  const before = isPossibleAnimeId(form.animeId)
    ? (await exportList(db, userId, form.animeId))[0]
    : undefined;
  const undo =
    before === undefined ? null : { intent: "restore", entry: JSON.stringify(toOwnRecord(before)) };
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
  { t, label }: I18n,
): Promise<PageChange> {
  const entries = parseOwnJson([entry]) ?? [];
  const { added, changed, unchanged } = await importList(db, userId, entries, {
    policy: "replace",
    dryRun: false,
  });
  const [title] = [...added, ...changed, ...unchanged];
  if (title === undefined) throw new Invalid([{ path: "entry", message: "list.nothingToRestore" }]);
  return {
    message: t("listDone.again", {
      title: title.title,
      collection: label("collection", title.type),
    }),
    undo: null,
  };
}
