import { NotFound } from "~/errors/app-error";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import type { ErrorMessage } from "~/i18n/error-message";

/** Reads an id of the path. Throws `NotFound`. */
export function readCreditId(text: string, missing: ErrorMessage): number {
  const id = parseAnimeId(text);
  if (id === null) throw new NotFound(missing);
  return id;
}
