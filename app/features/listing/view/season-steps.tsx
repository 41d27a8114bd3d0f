import type { ListingQuery } from "~/features/listing/listing-query";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { browsePath, type BrowseView } from "./browse-path";
import { offsetSeason } from "~/features/schedule/season";
import { icon } from "~/ui/icons";

export function SeasonSteps({ query, view }: { query: ListingQuery; view: BrowseView }) {
  const { t, label } = useI18n();
  const [name, ...otherNames] = query.seasons;
  const [year, ...otherYears] = query.years;
  if (name === undefined || year === undefined || otherNames.length + otherYears.length > 0)
    return null;
  const to = (steps: number) => {
    const season = offsetSeason({ year, name }, steps);
    return {
      href: browsePath({ ...query, years: [season.year], seasons: [season.name], page: 1 }, view),
      label: t("fact.seasonOfYear", { season: label("season", season.name), year: season.year }),
    };
  };
  const before = to(-1);
  const after = to(1);
  return (
    <nav aria-label={t("browse.seasons")} className="mt-3 -ml-3 flex gap-1">
      <ButtonLink weight="bare" to={before.href} preventScrollReset rel="prev">
        {icon("left")}
        {before.label}
      </ButtonLink>
      <ButtonLink weight="bare" to={after.href} preventScrollReset rel="next">
        {after.label}
        {icon("right")}
      </ButtonLink>
    </nav>
  );
}
