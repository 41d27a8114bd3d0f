/** A title that an age limit withholds from a child or from visitors. */
export interface WithheldTitle {
  animeId: number;
  /** Whether the child can ask for it, or has; null where it cannot. Visitors can sign in. */
  state: "open" | "asked" | "visitor" | null;
}

/** What a page of an error below 500 shows. */
export interface PageErrorData {
  message: string;
  issues: readonly { path: string; message: string }[];
  withheld?: WithheldTitle | undefined;
}
