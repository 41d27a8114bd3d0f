/** A separate module, since every page checks it. */
export const LOCAL_PROGRESS_KEY = "akari:progress";
