import { href } from "react-router";

/** The page on which owners add a media folder. */
export const ADD_FOLDER_PATH = href("/admin/library/add");
