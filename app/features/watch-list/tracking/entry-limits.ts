/** Limits of what an entry holds, entered or imported. */
export const MAX_SCORE = 100;
export const MAX_PRIORITY = 2;
export const MAX_NOTES_LENGTH = 10_000;
export const MAX_TAGS = 100;
export const MAX_TAG_LENGTH = 100;
export const MAX_REWATCHES = 1_000;
