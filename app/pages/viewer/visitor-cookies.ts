/** What a visitor without an account has chosen. */
export const VISITOR_COOKIE = "akari_visitor";
/** The browser's time zone, set by a script of the page. */
export const TIME_ZONE_COOKIE = "akari_zone";
