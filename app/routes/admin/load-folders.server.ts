import { Invalid } from "~/errors/app-error";
import { listFolder, listPlaces } from "~/features/playback/media-files/browse-folders.server";
import { openedFolderSchema } from "~/features/playback/media-files/folder-form.server";
import { toFormFailure } from "~/http/pages/form-failure.server";
import { parseInput } from "~/http/request/read-body.server";
import { errorText } from "~/i18n/error-text.server";
import type { I18n } from "~/i18n/i18n";
import type { Database } from "~db/client.server";

interface FoldersRequest {
  /** The path that was opened; null for the places to begin at. */
  folder: string | null;
  /** The folders at and below which others may be added; null for anywhere. */
  roots: readonly string[] | null;
  /** Folders of the site's own files. */
  own: readonly string[];
}

/** Reads what is in a folder of the server, or says at its field why it cannot be opened. */
export async function loadFolders(db: Database, i18n: I18n, { folder, ...rules }: FoldersRequest) {
  if (folder === null) return { places: await listPlaces(rules), opened: null, failure: null };
  try {
    const { folder: path } = parseInput(openedFolderSchema, { folder });
    const { refusal, ...opened } = await listFolder(db, path, rules);
    const text = refusal === null ? null : errorText(refusal, i18n.locale);
    return { places: null, opened: { ...opened, refusal: text }, failure: null };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const failure = toFormFailure(error, { folder }, i18n);
    return { places: await listPlaces(rules), opened: null, failure };
  }
}
