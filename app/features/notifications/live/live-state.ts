/** What a page shows of its user that may change elsewhere. */
export interface LiveState {
  /** Renewed with each change of the user's list. */
  listVersion: string;
  /** How many unread notifications the user sees, counted up to 100. */
  unread: number;
}
