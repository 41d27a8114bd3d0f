import type { ListingQuery } from "~/features/listing/listing-query";
import { activeFilters } from "~/features/listing/filters/filters";
import { browsePath, type BrowseView } from "~/features/listing/view/browse-path";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import type { Relaxation } from "./filter-choices.server";

interface NoResultsProps {
  meta: { total_items: number; last_page: number };
  relaxations: readonly Relaxation[];
  query: ListingQuery;
  view: BrowseView;
}

/** Says that no title matches, and which filters to remove. */
export function NoResults({ meta, relaxations, query, view }: NoResultsProps) {
  const { t, formatNumber } = useI18n();
  if (meta.total_items > 0) {
    return (
      <Notice glyph="終点" title={t("browse.endsBefore")}>
        <ButtonLink to={browsePath({ ...query, page: meta.last_page }, view)}>
          {t("browse.toLastPage", { page: formatNumber(meta.last_page) })}
        </ButtonLink>
      </Notice>
    );
  }
  const isSearchOnly = query.search !== null && activeFilters(query).length === 1;
  return (
    <Notice
      glyph="皆無"
      title={
        isSearchOnly
          ? t("site.noTitlesFor", { query: query.search ?? "" })
          : t("browse.nothingFits")
      }
    >
      {query.search === null ? null : <p>{t("site.noTitlesTry")}</p>}
      {relaxations.length > 0 ? (
        <>
          <p>{t("browse.dropOne")}</p>
          <ul className="flex flex-wrap gap-2">
            {relaxations.map(({ label, to, total }) => (
              <li key={label}>
                <ButtonLink to={to} preventScrollReset className="py-2 whitespace-normal">
                  <span>
                    <Trans
                      message="browse.without"
                      values={{ label, count: formatNumber(total) }}
                      parts={{ faint: <span className="text-ink-faint tabular-nums" /> }}
                    />
                  </span>
                </ButtonLink>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <ButtonLink to={browsePath({}, view)}>{t("browse.clearAllFilters")}</ButtonLink>
      )}
    </Notice>
  );
}
