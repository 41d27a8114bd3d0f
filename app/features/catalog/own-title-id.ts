/**
 * Titles that an operator adds have ids of this range, which other sites never reach: MyAnimeList
 * counts in tens of thousands.
 */
export const FIRST_OWN_TITLE_ID = 900_000_001;
export const LAST_OWN_TITLE_ID = 999_999_999;

export function isOwnTitleId(id: number): boolean {
  return id >= FIRST_OWN_TITLE_ID && id <= LAST_OWN_TITLE_ID;
}
