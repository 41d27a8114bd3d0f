export const SEARCH_HISTORY_PATH = "/settings/searches";
