/** What can be asked for: a title, or one of its episodes. */
export interface WishTarget {
  animeId: number;
  /** The number, or null for the whole title. */
  episode: number | null;
}

export const WISH_STATES = ["open", "added", "declined"] as const;
export type WishState = (typeof WISH_STATES)[number];

/** How many open wishes a user may have. */
export const MAX_OPEN_WISHES = 200;

export const MAX_REASON_LENGTH = 200;
