/** The page on which owners add a media folder. */
export const ADD_FOLDER_PATH = "/admin/library/add";
