import type { I18n } from "~/i18n/i18n";
import type { Database } from "~db/client.server";
import { typeOfState } from "~/features/watch-list/entry-states";
import type { ChangeResult, Tracker } from "~/features/watch-list/tracking/change-entries.server";
import {
  removeEntry,
  setCollectionType,
} from "~/features/watch-list/tracking/track-entries.server";
import { undoEvent } from "~/features/watch-list/tracking/undo-event.server";
import type { PageChange } from "~/ui/changes/page-change";
import type { ListForm } from "./list-form";

/** Handles the forms about one entry. Throws `NotFound` for an unknown anime. */
export async function changeList(
  db: Database,
  tracker: Tracker,
  form: ListForm,
  { t, label }: I18n,
): Promise<PageChange> {
  if (form.intent === "undo") {
    const titles = await undoEvent(db, tracker.userId, form.eventId);
    return { message: t("listDone.undone", { title: titles[0] ?? "" }), undo: null };
  }
  if (form.intent === "remove") {
    const result = await removeEntry(db, tracker, form.animeId);
    const [entry] = result.entries;
    const wasListed = entry?.before.listed === true;
    return {
      message: wasListed ? t("listDone.off", { title: entry.title.name }) : t("listDone.notThere"),
      undo: undoOf(result),
    };
  }
  const result = await setCollectionType(db, tracker, form.animeId, form.type);
  const [entry] = result.entries;
  const title = entry?.title.name ?? "";
  const collection = label("collection", form.type);
  const isSame =
    entry !== undefined && entry.before.listed && typeOfState(entry.before.state) === form.type;
  return isSame
    ? { message: t("listDone.already", { title, collection }), undo: null }
    : { message: t("listDone.now", { title, collection }), undo: undoOf(result) };
}

function undoOf({ eventId }: ChangeResult): PageChange["undo"] {
  return eventId === null ? null : { intent: "undo", eventId };
}
