import type { DisplayTitle } from "~/features/catalog/title-language";

export interface TitleSuggestion {
  kind: "title";
  id: number;
  path: string;
  title: DisplayTitle;
  /** Another name, which the search matches. */
  match?: DisplayTitle;
  line: string;
  /** Present where a signed-in user has something of the title, or can play it. */
  own?: OwnSuggestion;
}

/** What a user has of a suggested title. */
export interface OwnSuggestion {
  /** The state and progress, localised; null off the list. */
  line: string | null;
  /** What to do about the next episode. */
  action:
    | { kind: "play"; episode: number; path: string }
    | { kind: "mark"; episode: number }
    | null;
}

/** A character, person or studio. */
export interface CreditSuggestion {
  kind: "character" | "person" | "studio";
  path: string;
  title: { text: string; lang: "ja" | undefined };
  line: string;
  image: string | null;
  /** The best-known titles of a person. */
  titles?: readonly DisplayTitle[];
}

export type Suggestion = TitleSuggestion | CreditSuggestion;
