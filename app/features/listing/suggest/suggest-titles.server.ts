import { listTitles } from "~/features/catalog/list-titles.server";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import { matchTitles } from "~/features/search/search-titles.server";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animePath } from "~/features/catalog/view/anime-path";
import { formatYearAndType } from "~/features/catalog/view/facts";
import type { I18n } from "~/i18n/i18n";
import type { Suggestion } from "./suggestion";

/** As many as fit above a phone's keyboard. */
const MAX_SUGGESTIONS = 7;

interface SuggestOptions {
  text: string;
  parentalControl: boolean;
  language: TitleLanguage;
  i18n: I18n;
}

export async function suggestTitles(
  catalog: CatalogDatabase,
  { text, parentalControl, language, i18n }: SuggestOptions,
): Promise<Suggestion[]> {
  const matches = await matchTitles(catalog.sql, text, { parentalControl, limit: MAX_SUGGESTIONS });
  const titles = await listTitles(
    catalog.db,
    matches.map(({ malId }) => malId),
    { parentalControl },
  );
  return titles.map((title) => ({
    id: title.mal_id,
    path: animePath(title),
    title: displayTitle(title, language),
    line: formatYearAndType(i18n, title),
  }));
}
