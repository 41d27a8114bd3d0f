/** Marks rows that only the starter catalog has written, as the prefix of their content hash. */
export const STARTER_HASH_PREFIX = "starter:";
/** Marks titles that an operator has added. */
export const HAND_HASH_PREFIX = "hand:";

export const isAddedByHand = (contentHash: string): boolean =>
  contentHash.startsWith(HAND_HASH_PREFIX);
