/**
 * Characters and people of the starter catalog have ids of this range, which MyAnimeList never
 * reaches. They give way to the same name with an id of MyAnimeList.
 */
export const FIRST_OWN_CREDIT_ID = 900_000_001;
export const LAST_OWN_CREDIT_ID = 999_999_999;
