import type { ChildTitle } from "~/features/accounts/household/list-child-titles.server";
import type { ChildTitleData } from "~/features/accounts/view/child-title-item";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animePath } from "~/features/catalog/view/anime-path";

/** Makes items of children's titles. Those that the viewer may not see have no name. */
export function toTitleItems(
  titles: readonly ChildTitle[],
  { titleLanguage }: { titleLanguage: TitleLanguage },
): ChildTitleData[] {
  return titles.map(({ title, title_english, title_japanese, ...item }) => ({
    ...item,
    shown:
      title === null
        ? null
        : {
            title: displayTitle({ title, title_english, title_japanese }, titleLanguage),
            path: animePath({ mal_id: item.animeId, title }),
          },
  }));
}
