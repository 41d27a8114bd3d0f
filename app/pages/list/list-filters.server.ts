import type { ScoreScale } from "~/features/catalog/score-scale";
import { DEFAULT_QUERY } from "~/features/listing/listing-query";
import { formatScoreRange } from "~/features/watch-list/view/format-entry";
import type { ListView } from "~/features/watch-list/view/list-view";
import type { I18n } from "~/i18n/i18n";
import { appliedFilters, type NameFormatter } from "~/pages/parts/applied-filters.server";

export interface ListFilter {
  label: string;
  without: ListView;
}

/** The search, then the tags and the own score, then Browse's filters. */
export function listFilters(
  view: ListView,
  { formatName, scale, i18n }: { formatName: NameFormatter; scale: ScoreScale; i18n: I18n },
): ListFilter[] {
  const query = { ...DEFAULT_QUERY, ...view.filters };
  return [
    ...(view.search === ""
      ? []
      : [
          {
            label: i18n.t("list.searchFilter", { search: view.search }),
            without: { ...view, search: "", page: 1 },
          },
        ]),
    ...view.tags.map((tag) => ({
      label: i18n.t("list.tagFilter", { tag }),
      without: { ...view, tags: view.tags.filter((other) => other !== tag), page: 1 },
    })),
    ...(view.ownScore === null
      ? []
      : [
          {
            label: i18n.t("list.ownScoreFilter", {
              score: formatScoreRange(i18n, view.ownScore, scale),
            }),
            without: { ...view, ownScore: null, page: 1 },
          },
        ]),
    ...appliedFilters(query, formatName, i18n).map(({ label, without }) => {
      const { order: _, parentalControl: __, page: ___, perPage: ____, ...filters } = without;
      return { label, without: { ...view, filters, page: 1 } };
    }),
  ];
}
