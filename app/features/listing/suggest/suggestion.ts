import type { DisplayTitle } from "~/features/catalog/title-language";

export interface TitleSuggestion {
  kind: "title";
  id: number;
  path: string;
  title: DisplayTitle;
  /** Another name, which the search matches. */
  match?: DisplayTitle;
  line: string;
}

/** A character, person or studio. */
export interface CreditSuggestion {
  kind: "character" | "person" | "studio";
  path: string;
  title: { text: string; lang: "ja" | undefined };
  line: string;
  image: string | null;
}

export type Suggestion = TitleSuggestion | CreditSuggestion;
