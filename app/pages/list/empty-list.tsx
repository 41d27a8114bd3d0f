import { href } from "react-router";
import { NO_FILTERS } from "~/features/listing/filters/filters";
import { isNarrowed, listPath, type ListView } from "~/features/watch-list/view/list-view";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";

/** Says why a list shows no titles, and what to do about it. */
export function EmptyList({
  view,
  total,
  relaxations,
}: {
  view: ListView;
  total: number;
  relaxations: readonly { label: string; without: ListView; count: number }[];
}) {
  const { t, formatNumber } = useI18n();
  const collection = t(`listTab.${view.tab}`);
  if (isNarrowed(view)) {
    const isSearchOnly = view.search !== "" && !isNarrowed({ ...view, search: "" });
    return (
      <Notice
        glyph="皆無"
        title={
          isSearchOnly
            ? t("list.noMatch", { collection, search: view.search })
            : t("list.noResults")
        }
      >
        {relaxations.length > 1 || !isSearchOnly ? <p>{t("browse.dropOne")}</p> : null}
        <p className="flex flex-wrap gap-2">
          {isSearchOnly
            ? null
            : relaxations.map(({ label, without, count }) => (
                <ButtonLink
                  key={label}
                  to={listPath(without)}
                  preventScrollReset
                  className="py-2 whitespace-normal"
                >
                  <span>
                    <Trans
                      message="browse.without"
                      values={{ label, count: formatNumber(count) }}
                      parts={{ faint: <span className="text-ink-faint tabular-nums" /> }}
                    />
                  </span>
                </ButtonLink>
              ))}
          <ButtonLink
            to={listPath({
              ...view,
              search: "",
              tags: [],
              ownScore: null,
              filters: NO_FILTERS,
              page: 1,
            })}
          >
            {t("list.showAll", { collection })}
          </ButtonLink>
        </p>
      </Notice>
    );
  }
  return (
    <Notice
      glyph={total === 0 ? "白紙" : "余白"}
      title={total === 0 ? t("list.empty") : t("list.emptyTab", { collection })}
    >
      <p>{t(`listEmpty.${view.tab}`)}</p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink to={href("/browse")} weight="primary">
          {t("list.findTitles")}
        </ButtonLink>
        {total === 0 ? (
          <ButtonLink to={href("/list/import")}>{t("import.heading")}</ButtonLink>
        ) : null}
      </p>
    </Notice>
  );
}
