/** The key in the browser's storage under which progress is kept. In a file of its own, so that every page can look whether there is any. */
export const LOCAL_PROGRESS_KEY = "akari:progress";
