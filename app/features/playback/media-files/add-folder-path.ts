import { href } from "react-router";
import { withQuery } from "~/ui/with-query";

/** The page on which owners add a media folder. */
export const ADD_FOLDER_PATH = href("/admin/library/add");

/** The page that shows what is in a folder of the server. */
export function openFolderPath(folder: string): string {
  return withQuery(ADD_FOLDER_PATH, { folder });
}
