import { ChevronLeft, ChevronRight } from "lucide-react";
import { Form, href } from "react-router";
import { SEASONS } from "~/features/catalog/vocabulary";
import {
  hasSeasonPage,
  offsetSeason,
  seasonPath,
  type SeasonOfYear,
  upcomingPath,
} from "~/features/schedule/season";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { SubmitSelect, SubmitWithoutScript } from "~/ui/forms/submit-select";

export type NameOf = (season: SeasonOfYear) => string;

/** Links the seasons around one, and leads to any other. */
export function SeasonNavigation({
  season,
  lastYear,
  nameOf,
}: {
  season: SeasonOfYear | null;
  lastYear: number;
  nameOf: NameOf;
}) {
  const { t } = useI18n();
  const before = season === null ? null : offsetSeason(season, -1);
  const after = season === null ? null : offsetSeason(season, 1);
  return (
    <nav
      aria-label={t("season.nav")}
      className="mt-4 -ml-3 flex flex-wrap items-center gap-x-1 gap-y-2"
    >
      {before === null || !hasSeasonPage(before.year) ? null : (
        <ButtonLink weight="bare" to={seasonPath(before)} rel="prev">
          <ChevronLeft aria-hidden className="size-4" />
          {nameOf(before)}
        </ButtonLink>
      )}
      {season === null ? null : <SeasonPicker season={season} lastYear={lastYear} />}
      {after === null || !hasSeasonPage(after.year) ? null : (
        <ButtonLink weight="bare" to={seasonPath(after)} rel="next">
          {nameOf(after)}
          <ChevronRight aria-hidden className="size-4" />
        </ButtonLink>
      )}
      {season === null ? (
        <ButtonLink weight="bare" to={href("/season/:year?/:season?")}>
          {t("home.thisSeason")}
        </ButtonLink>
      ) : (
        <ButtonLink weight="bare" to={upcomingPath()}>
          {t("season.upcoming")}
        </ButtonLink>
      )}
      <ButtonLink weight="bare" to={href("/schedule")} className="max-sm:hidden">
        {t("schedule.heading")}
      </ButtonLink>
    </nav>
  );
}

/** Few catalogs have older seasons; their pages are linked one after the other. */
const FIRST_OFFERED_YEAR = 1960;

function SeasonPicker({ season, lastYear }: { season: SeasonOfYear; lastYear: number }) {
  const { t, label } = useI18n();
  const newest = Math.max(lastYear, season.year);
  const oldest = Math.min(FIRST_OFFERED_YEAR, season.year);
  const years = Array.from({ length: newest - oldest + 1 }, (_, index) => String(newest - index));
  return (
    <Form
      method="get"
      action={href("/season/:year?/:season?")}
      className="flex gap-2 max-sm:order-first max-sm:ml-3 max-sm:w-full"
    >
      <SubmitSelect
        name="season"
        aria-label={t("fact.season")}
        defaultValue={season.name.toLowerCase()}
        options={SEASONS.map((name) => [name.toLowerCase(), label("season", name)] as const)}
      />
      <SubmitSelect
        name="year"
        aria-label={t("season.year")}
        defaultValue={season.year}
        options={years.map((year) => [year, year] as const)}
      />
      <SubmitWithoutScript label={t("season.apply")} />
    </Form>
  );
}
