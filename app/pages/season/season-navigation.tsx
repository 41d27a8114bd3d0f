import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
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

interface SeasonNavigationProps {
  season: SeasonOfYear | null;
  lastYear: number;
  nameOf: NameOf;
  /** Follows the links around the season, in one row with them on a phone. */
  children?: ReactNode;
}

/** Links the seasons around one, and leads to any other. */
export function SeasonNavigation({ season, lastYear, nameOf, children }: SeasonNavigationProps) {
  const { t } = useI18n();
  const before = season === null ? null : offsetSeason(season, -1);
  const after = season === null ? null : offsetSeason(season, 1);
  return (
    <nav aria-label={t("season.nav")} className="mt-4 flex flex-wrap items-center gap-1 sm:-ml-3">
      {before === null || !hasSeasonPage(before.year) ? null : (
        <ButtonLink
          weight="bare"
          to={seasonPath(before)}
          rel="prev"
          className="max-sm:min-w-7 max-sm:px-1"
        >
          <ChevronLeft aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{nameOf(before)}</span>
        </ButtonLink>
      )}
      {season === null ? null : <SeasonPicker season={season} lastYear={lastYear} />}
      {after === null || !hasSeasonPage(after.year) ? null : (
        <ButtonLink
          weight="bare"
          to={seasonPath(after)}
          rel="next"
          className="max-sm:min-w-7 max-sm:px-1"
        >
          <span className="max-sm:sr-only">{nameOf(after)}</span>
          <ChevronRight aria-hidden className="size-4" />
        </ButtonLink>
      )}
      {children}
      {season === null ? (
        <ButtonLink weight="bare" to={href("/season/:year?/:season?")}>
          {t("home.thisSeason")}
        </ButtonLink>
      ) : (
        <WhatComes className="contents max-sm:hidden" />
      )}
    </nav>
  );
}

/** Links what is announced and what is broadcast; on a phone they stand at the end of the page. */
export function WhatComes({ className }: { className: string }) {
  const { t } = useI18n();
  return (
    <div className={className}>
      <ButtonLink weight="bare" to={upcomingPath()}>
        {t("season.upcoming")}
      </ButtonLink>
      <ButtonLink weight="bare" to={href("/schedule")}>
        {t("schedule.heading")}
      </ButtonLink>
    </div>
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
      className="flex min-w-0 gap-1 max-sm:flex-1 sm:gap-2"
    >
      <SubmitSelect
        name="season"
        className="max-sm:pr-7 max-sm:pl-2"
        aria-label={t("fact.season")}
        defaultValue={season.name.toLowerCase()}
        options={SEASONS.map((name) => [name.toLowerCase(), label("season", name)] as const)}
      />
      <SubmitSelect
        name="year"
        className="max-sm:min-w-20 max-sm:pr-7 max-sm:pl-2"
        aria-label={t("season.year")}
        defaultValue={season.year}
        options={years.map((year) => [year, year] as const)}
      />
      <SubmitWithoutScript label={t("season.apply")} />
    </Form>
  );
}
