// Without zod, so that the browser can load it.
export const MAX_SEARCH_NAME_LENGTH = 60;
/** Of a pasted Browse URL; in canonical form it is at most `MAX_SAVED_QUERY_LENGTH`. */
export const MAX_BROWSE_URL_LENGTH = 8_192;
