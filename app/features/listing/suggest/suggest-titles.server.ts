import type { ParentalControl } from "~/features/catalog/parental-control";
import { listTitles } from "~/features/catalog/list-titles.server";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import { otherNames } from "~/features/catalog/other-names";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animePath } from "~/features/catalog/view/anime-path";
import { formatYearAndType } from "~/features/catalog/view/facts";
import { findMatchedName } from "~/features/search/matched-name";
import type { I18n } from "~/i18n/i18n";
import { matchNotHidden } from "./match-not-hidden.server";
import type { TitleSuggestion } from "./suggestion";

/** This many suggestions fit above a phone's keyboard. */
const MAX_SUGGESTIONS = 7;

interface SuggestOptions {
  text: string;
  parentalControl: ParentalControl;
  hidden: HiddenTitles | null;
  language: TitleLanguage;
  i18n: I18n;
}

export async function suggestTitles(
  catalog: CatalogDatabase,
  { text, parentalControl, hidden, language, i18n }: SuggestOptions,
): Promise<TitleSuggestion[]> {
  const matches = await matchNotHidden(catalog, text, {
    parentalControl,
    hidden,
    limit: MAX_SUGGESTIONS,
  });
  const titles = await listTitles(
    catalog.db,
    matches.map(({ malId }) => malId),
    { parentalControl },
  );
  return titles.map((title) => {
    const shown = displayTitle(title, language);
    const match = findMatchedName(text, shown, otherNames(title, shown));
    return {
      kind: "title",
      id: title.mal_id,
      path: animePath(title),
      title: shown,
      ...(match === null ? {} : { match }),
      line: formatYearAndType(i18n, title),
    };
  });
}
