// This module imports no zod, so that the browser can load it.
export const MAX_SEARCH_NAME_LENGTH = 60;
/**
 * The longest Browse URL that may be pasted; in canonical form it is at most
 * `MAX_SAVED_QUERY_LENGTH`.
 */
export const MAX_BROWSE_URL_LENGTH = 8_192;
