import { href, Link, redirect } from "react-router";
import { NotFound } from "~/errors/app-error";
import { SERIES_TYPES, type AnimeType } from "~/features/catalog/vocabulary";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { AnimeRail } from "~/features/home/anime-rail";
import { CLIP_TYPES } from "~/features/listing/clips";
import { browsePath } from "~/features/listing/view/browse-path";
import {
  parseSeasonPath,
  seasonAt,
  seasonPath,
  type SeasonOfYear,
  upcomingPath,
} from "~/features/schedule/season";
import { SeasonSectionView } from "~/features/schedule/view/season-section";
import { PlanForm } from "~/features/watch-list/view/plan-form";
import { submitListForm } from "~/http/forms/submit-list.server";
import { feedLink, pageI18n } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import { UNKNOWN_DAY } from "~/pages/season/season-choices";
import { loadSeasonPage, loadUpcomingPage } from "~/pages/season/load-season.server";
import { StarterEnds } from "~/pages/season/starter-ends";
import { SeasonControls, SeasonControlsButton } from "~/pages/season/season-controls";
import { SeasonNavigation, WhatComes } from "~/pages/season/season-navigation";
import { SeasonSections } from "~/pages/season/season-sections";
import { SeasonComparison } from "~/pages/season/season-comparison";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/season";
import { requestContext, servicesContext } from "~/http/context";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { readTimeZoneCookie } from "~/http/viewer/time-zone-cookie.server";
import { withQuery } from "~/ui/with-query";
import { FACT_DOT } from "~/ui/fact-dot";

export const handle: PageHandle = { isShared: true };

/** Redirects to the page's own path. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { year = "", season: name = "" } = params;
  const { search, searchParams: parameters } = new URL(request.url);
  if (year === "") throw redirect(choosePath(parameters));
  const services = context.get(servicesContext);
  const { origin } = context.get(requestContext);
  const viewer = await getPageViewer(request, context);
  return withPageErrors(context, async () => {
    if (year === "upcoming" && name === "")
      return {
        ...(await loadUpcomingPage(services, viewer, { parameters, origin })),
        flashMessage: await takeFlashMessage(request, context),
      };
    const season = parseSeasonPath(year, name === "" ? "Winter" : name);
    if (season === null) throw new NotFound("season.notFound");
    const path = seasonPath(season);
    if (path !== href("/season/:year?/:season?", { year, season: name }))
      throw redirect(path + search);
    const timeZone = readTimeZoneCookie(request.headers.get("cookie"));
    return {
      ...(await loadSeasonPage(services, viewer, { season, parameters, timeZone, origin })),
      flashMessage: await takeFlashMessage(request, context),
    };
  });
}

/** The path of the season that the form names, else of the present one. */
function choosePath(parameters: URLSearchParams): string {
  const now = seasonAt(new Date());
  const { year, season, ...others } = Object.fromEntries(parameters);
  const query = new URLSearchParams(others);
  const path =
    year === undefined
      ? seasonPath(now)
      : href("/season/:year?/:season?", {
          year: encodeURIComponent(year),
          season: encodeURIComponent(season ?? now.name),
        });
  return withQuery(path, query);
}

export function action({ request, context }: Route.ActionArgs) {
  return submitListForm(request, context);
}

export const clientAction = changeAction<typeof action>();

export default function Season({ loaderData, actionData }: Route.ComponentProps) {
  const { t, label, formatNumber } = useI18n();
  const { season, choices, sections, clips, continuing, total } = loaderData;
  const { listStates, isSignedIn } = loaderData;
  /** Browse has no filter for sequels and what is on a list, so it cannot show all of those. */
  const isWhole = (choices?.show ?? null) === null;
  const result = useActionMessage(loaderData.flashMessage, actionData);
  const nameOf = ({ year, name }: SeasonOfYear) =>
    t("fact.seasonOfYear", { season: label("season", name), year });
  const facts = [
    t("count.titles", { count: total }),
    choices?.group === "day" && loaderData.zone !== null
      ? t("season.zone", { zone: loaderData.zone })
      : null,
  ];
  const moreOf = ({ id, type, items, total: count }: (typeof sections)[number]) => {
    const isClips = choices?.show === "clips";
    if (season === null || items.length === count || !(isWhole || isClips)) return undefined;
    const label = t("season.more", { count: formatNumber(count) });
    if (type !== undefined) return { to: allOf(season, [type], choices?.genre), label };
    if (id === "all")
      return { to: allOf(season, isClips ? CLIP_TYPES : [], choices?.genre), label };
    return id === UNKNOWN_DAY
      ? { to: allOf(season, SERIES_TYPES, choices?.genre), label: t("season.allSeries") }
      : undefined;
  };
  return (
    <div className="page-column pt-8 md:pt-12">
      <h1 className="text-3xl max-md:text-2xl">
        {season === null ? t("season.upcoming") : nameOf(season)}
      </h1>
      <p className="mt-2 text-sm text-ink-soft">
        {facts.filter((fact) => fact !== null).join(FACT_DOT)}
        {season === null || clips === 0 || choices?.show === "clips" ? null : (
          <>
            {FACT_DOT}
            <Link
              to={withQuery(seasonPath(season), { show: "clips" })}
              className="underline underline-offset-4 hover:text-ink"
            >
              {t("season.clips.count", { count: clips })}
            </Link>
          </>
        )}
      </p>
      <SeasonNavigation season={season} lastYear={loaderData.lastYear} nameOf={nameOf}>
        {choices === null || loaderData.isEmpty ? null : (
          <SeasonControlsButton choices={choices} defaultGroup={loaderData.defaultGroup} />
        )}
      </SeasonNavigation>
      {season === null || loaderData.isEmpty ? null : (
        <SeasonControls {...loaderData} season={season} choices={choices} />
      )}
      <SeasonSections
        sections={sections}
        className={season === null ? "mt-6" : "mt-6 max-sm:hidden"}
      />
      {sections.length > 0 ? null : season === null ? (
        <Notice glyph="予告" title={t("season.noneUpcoming")}>
          <p>{t("season.noneUpcoming.description")}</p>
        </Notice>
      ) : loaderData.isEmpty ? (
        <Notice glyph="季節" title={t("season.none")}>
          <p>{t("season.none.description", { season: nameOf(season) })}</p>
        </Notice>
      ) : (
        <Notice glyph="無" title={t("season.noMatch")}>
          <p>{t("season.noMatch.description", { season: nameOf(season) })}</p>
          <ButtonLink to={seasonPath(season)}>{t("discover.clear")}</ButtonLink>
        </Notice>
      )}
      <CardStates value={listStates}>
        {sections.map((section) => (
          <SeasonSectionView
            key={section.id}
            section={section}
            more={moreOf(section)}
            action={({ id, title }) =>
              !isSignedIn || listStates[id] !== undefined ? null : (
                <PlanForm animeId={id} title={title.text} />
              )
            }
          />
        ))}
        {loaderData.starterEnds === null ? null : (
          <StarterEnds {...loaderData.starterEnds} nameOf={nameOf} />
        )}
        <AnimeRail title={t("season.continuing")} cards={continuing} />
      </CardStates>
      {season === null || loaderData.isEmpty ? null : (
        <SeasonComparison {...loaderData} season={season} nameOf={nameOf} />
      )}
      <Pagination
        current={loaderData.page}
        last={loaderData.last}
        pageHref={(number) => (number === 1 ? upcomingPath() : `${upcomingPath()}?page=${number}`)}
      />
      {season === null ? null : <WhatComes className="mt-8 -ml-3 flex sm:hidden" />}
      <ChangeToast result={result} />
    </div>
  );
}

function allOf(
  { year, name }: SeasonOfYear,
  types: readonly AnimeType[],
  genre: string | null | undefined,
): string {
  return browsePath({
    years: [year],
    seasons: [name],
    order: "popularity",
    types: [...types],
    genres: typeof genre === "string" ? [genre] : [],
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  const { t, label } = pageI18n(matches);
  const { season, isEmpty, canonical, feed } = loaderData;
  const name =
    season === null
      ? t("season.upcoming")
      : t("fact.seasonOfYear", { season: label("season", season.name), year: season.year });
  return [
    {
      title: t("site.pageTitle", {
        title: season === null ? name : t("season.pageTitle", { season: name }),
      }),
    },
    {
      name: "description",
      content:
        season === null
          ? t("season.upcoming.description")
          : t("season.description", { season: name }),
    },
    { tagName: "link", rel: "canonical", href: canonical },
    ...(feed === null ? [] : [feedLink(t("feed.atom"), feed)]),
    ...(isEmpty ? [{ name: "robots", content: "noindex" }] : []),
  ];
}
