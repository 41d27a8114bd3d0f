/** A title that an age limit withholds from a child. */
export interface WithheldTitle {
  animeId: number;
  /** Whether the child can ask for it, or has; null where it cannot. */
  state: "open" | "asked" | null;
}

/** What a page of an error below 500 shows. */
export interface PageErrorData {
  message: string;
  issues: readonly { path: string; message: string }[];
  withheld?: WithheldTitle | undefined;
  /** Whether signing in may help, as the site limits what visitors see. */
  offersSignIn?: boolean;
}
