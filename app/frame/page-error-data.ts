/** A title that an age limit withholds from a child or from visitors. */
export type WithheldTitle =
  /** A visitor can sign in, and does not learn which title a room or another page is about. */
  | { state: "visitor" }
  /** Whether the child can ask for it, or has; null where it cannot. */
  | { state: "open" | "asked" | null; animeId: number };

/** What a page of an error below 500 shows. */
export interface PageErrorData {
  message: string;
  issues: readonly { path: string; message: string }[];
  withheld?: WithheldTitle | undefined;
}
