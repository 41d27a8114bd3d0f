import type { I18n } from "~/i18n/i18n";
import type { Anime } from "./anime";

/** The native title, genres and studios of a title, as lines of text. */
export function titleFacts(
  { title_japanese, genres, studios }: Pick<Anime, "title_japanese" | "genres" | "studios">,
  { label }: Pick<I18n, "label">,
): string {
  return [
    title_japanese,
    genres.map((genre) => label("genre", genre)).join(", "),
    studios.join(", "),
  ]
    .filter(Boolean)
    .join("\n");
}
