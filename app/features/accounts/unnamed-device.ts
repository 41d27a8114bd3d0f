/** Stored for a client without a user agent; pages translate it. */
export const UNNAMED_DEVICE = "An unnamed program";
