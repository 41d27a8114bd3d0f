import { listTitles } from "~/features/catalog/list-titles.server";
import type { CatalogDatabase } from "~/features/catalog/listing/listing-source.server";
import { matchTitles } from "~/features/catalog/search/search-titles.server";
import { shownTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animePath } from "~/features/catalog/view/anime-path";
import { cardLine } from "~/features/catalog/view/facts";
import type { Words } from "~/language/words";
import type { Suggestion } from "./suggestion";

/** As many as fit under the box above a telephone's keyboard, and a glance takes in. */
const MOST_OFFERED = 7;

interface Typed {
  text: string;
  parentalControl: boolean;
  language: TitleLanguage;
  words: Words;
}

/** The titles that a half-typed search most likely means, as the search box shows them. */
export async function suggestTitles(
  catalog: CatalogDatabase,
  { text, parentalControl, language, words }: Typed,
): Promise<Suggestion[]> {
  const found = await matchTitles(catalog.sql, text, { parentalControl, limit: MOST_OFFERED });
  const titles = await listTitles(
    catalog.db,
    found.map(({ malId }) => malId),
    parentalControl,
  );
  return titles.map((title) => ({
    id: title.mal_id,
    path: animePath(title),
    title: shownTitle(title, language),
    line: cardLine(words, title),
  }));
}
