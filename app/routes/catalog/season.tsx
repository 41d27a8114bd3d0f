import { ChevronLeft, ChevronRight } from "lucide-react";
import { redirect } from "react-router";
import { NotFound } from "~/errors/app-error";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { hideScores } from "~/features/catalog/spoilers/hide-scores";
import { AnimeRail } from "~/features/home/anime-rail";
import { browsePath } from "~/features/listing/view/browse-path";
import { listUpcoming, loadSeason } from "~/features/schedule/load-season.server";
import {
  hasSeasonPage,
  offsetSeason,
  parseSeasonPath,
  seasonAt,
  seasonPath,
  type SeasonOfYear,
} from "~/features/schedule/season";
import { formatZone, pageZone } from "~/features/schedule/view/schedule-page.server";
import {
  ownFirst,
  SEASON_GROUPS,
  seasonPage,
  upcomingSections,
  type SeasonGroup,
  type SeasonPage,
} from "~/features/schedule/view/season-page.server";
import { SeasonSectionView } from "~/features/schedule/view/season-section";
import { PlanForm } from "~/features/watch-list/view/plan-form";
import { i18nContext, requestContext, servicesContext, type RouterContext } from "~/http/context";
import { getOwnEntries, showListStates } from "~/http/pages/get-list-states.server";
import { handleListForm } from "~/http/pages/list-form.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { pageI18n } from "~/http/pages/page-i18n";
import { readTimeZoneCookie } from "~/http/pages/settings/time-zone-cookie.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { getSession } from "~/http/session/get-session.server";
import { useI18n } from "~/i18n/i18n-context";
import { RouteErrorPage } from "~/routes/site/error-page";
import { ButtonLink } from "~/ui/button";
import { changeInPlace } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import type { Route } from "./+types/season";

const UPCOMING = "/season/upcoming";
const UPCOMING_PER_PAGE = 60;
/** Of a section; the rest is on Browse. */
const MAX_BY_TYPE = 60;
const MAX_BY_DAY = 36;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { year = "", season: name = "" } = params;
  const { search, searchParams: parameters } = new URL(request.url);
  if (year === "") throw redirect(seasonPath(seasonAt(new Date())) + search);
  return withPageErrors(context, async () => {
    const { hides } = context.get(visitorSettingsContext);
    if (year === "upcoming" && name === "")
      return hideScores(hides, await upcomingData(request, context, parameters));
    const season = parseSeasonPath(year, name === "" ? "Winter" : name);
    if (season === null) throw new NotFound("season.notFound");
    const path = seasonPath(season);
    if (path !== `/season/${year}/${name}`) throw redirect(path + search);
    const group = SEASON_GROUPS.find((group) => group === parameters.get("by")) ?? "day";
    return hideScores(hides, await seasonData(request, context, { season, group }));
  });
}

async function seasonData(
  request: Request,
  context: RouterContext,
  { season, group }: { season: SeasonOfYear; group: SeasonGroup },
) {
  const i18n = context.get(i18nContext);
  const zone = pageZone(null, readTimeZoneCookie(request.headers.get("cookie")));
  const page = await cachedPage(context, { season, group, zone: zone.name });
  const ids = [
    ...page.sections.flatMap(({ items }) => items.map(({ card }) => card.id)),
    ...page.continuing.map(({ id }) => id),
  ];
  const own = await getOwnEntries(request, context, ids);
  const isOwn = (id: number) => own.has(id);
  return {
    ...page,
    ...(await pageFacts(request, context, own)),
    season,
    group,
    page: 1,
    last: 1,
    sections: ownFirst(page.sections, isOwn, group === "day" ? MAX_BY_DAY : MAX_BY_TYPE),
    continuing: [
      ...page.continuing.filter(({ id }) => isOwn(id)),
      ...page.continuing.filter(({ id }) => !isOwn(id)),
    ],
    zone: formatZone(i18n, zone.name),
    canonical: context.get(requestContext).origin + seasonPath(season),
  };
}

/** Without anything of the user but language, zone and parental control. */
function cachedPage(
  context: RouterContext,
  { season, group, zone }: { season: SeasonOfYear; group: SeasonGroup; zone: string },
): Promise<SeasonPage> {
  const { db, catalogCache } = context.get(servicesContext).catalog;
  const i18n = context.get(i18nContext);
  const { titleLanguage: language, parentalControl } = context.get(visitorSettingsContext);
  const now = new Date();
  // A season begins on a day.
  const key = `season${seasonPath(season)}/${parentalControl}/${now.toISOString().slice(0, 10)}`;
  return catalogCache.get(`${key}/${group}/${language}/${i18n.locale}/${zone}`, async () =>
    seasonPage(
      await catalogCache.get(key, () => loadSeason(db, season, { parentalControl, now })),
      { season, group, zone, language, i18n },
    ),
  );
}

async function upcomingData(request: Request, context: RouterContext, parameters: URLSearchParams) {
  const { db } = context.get(servicesContext).catalog;
  const { titleLanguage: language, parentalControl } = context.get(visitorSettingsContext);
  const text = parameters.get("page") ?? "";
  const page = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
  const { titles, total } = await listUpcoming(db, {
    parentalControl,
    limit: UPCOMING_PER_PAGE,
    offset: (page - 1) * UPCOMING_PER_PAGE,
  });
  const own = await getOwnEntries(
    request,
    context,
    titles.map(({ mal_id }) => mal_id),
  );
  return {
    ...(await pageFacts(request, context, own)),
    season: null,
    group: "day" as const,
    page,
    last: Math.max(1, Math.ceil(total / UPCOMING_PER_PAGE)),
    sections: ownFirst(
      upcomingSections(titles, { language, i18n: context.get(i18nContext) }),
      (id) => own.has(id),
    ),
    total,
    continuing: [],
    comparison: [],
    returning: 0,
    fromLastSeason: 0,
    zone: null,
    canonical: context.get(requestContext).origin + UPCOMING,
  };
}

async function pageFacts(
  request: Request,
  context: RouterContext,
  own: Awaited<ReturnType<typeof getOwnEntries>>,
) {
  return {
    isSignedIn: (await getSession(request, context).catch(() => null)) !== null,
    listStates: await showListStates(request, context, own),
    note: await takeFlashMessage(request, context),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return handleListForm(request, context);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return changeInPlace(request, serverAction);
}

export default function Season({ loaderData, actionData }: Route.ComponentProps) {
  const { t, label, formatNumber } = useI18n();
  const { season, group, sections, continuing, total, listStates, isSignedIn } = loaderData;
  const { result, showResult } = useActionMessage(loaderData.note, actionData);
  const nameOf = ({ year, name }: SeasonOfYear) =>
    t("fact.seasonOfYear", { season: label("season", name), year });
  return (
    <div className="page-column pt-8 md:pt-12">
      <header className="flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
        <div>
          <h1 className="text-3xl max-md:text-2xl">
            {season === null ? t("season.upcoming") : nameOf(season)}
          </h1>
          <p className="mt-2 text-sm text-ink-soft">
            {t("count.titles", { count: total })}
            {loaderData.zone === null || group === "type"
              ? null
              : ` · ${t("season.zone", { zone: loaderData.zone })}`}
          </p>
        </div>
        {season === null ? null : <Groups season={season} group={group} />}
      </header>
      <SeasonNav season={season} nameOf={nameOf} />
      {season === null || total === 0 ? null : (
        <Comparison {...loaderData} season={season} nameOf={nameOf} />
      )}
      {sections.length > 0 ? null : season === null ? (
        <Notice glyph="予告" title={t("season.noneUpcoming")}>
          <p>{t("season.noneUpcoming.description")}</p>
        </Notice>
      ) : (
        <Notice glyph="季節" title={t("season.none")}>
          <p>{t("season.none.description", { season: nameOf(season) })}</p>
        </Notice>
      )}
      <CardStates value={listStates}>
        {sections.map((section) => (
          <SeasonSectionView
            key={section.id}
            section={section}
            more={
              season === null || section.items.length === section.total
                ? undefined
                : {
                    to: browsePath({
                      years: [season.year],
                      seasons: [season.name],
                      order: "popularity",
                      ...(section.type === undefined ? {} : { types: [section.type] }),
                    }),
                    label: t("season.more", { count: formatNumber(section.total) }),
                  }
            }
            action={({ id, title }) =>
              !isSignedIn || listStates[id] !== undefined ? null : (
                <PlanForm animeId={id} title={title.text} showResult={showResult} />
              )
            }
          />
        ))}
        <AnimeRail title={t("season.continuing")} cards={continuing} />
      </CardStates>
      <Pagination
        current={loaderData.page}
        last={loaderData.last}
        pageHref={(number) => (number === 1 ? UPCOMING : `${UPCOMING}?page=${number}`)}
      />
      <ChangeToast result={result} showResult={showResult} />
    </div>
  );
}

function Groups({ season, group }: { season: SeasonOfYear; group: SeasonGroup }) {
  const { t } = useI18n();
  const path = seasonPath(season);
  const groups = [
    ["day", t("season.byDay"), path],
    ["type", t("season.byType"), `${path}?by=type`],
  ] as const;
  return (
    <nav aria-label={t("season.grouping")} className="flex gap-1">
      {groups.map(([name, text, to]) => (
        <ButtonLink
          key={name}
          to={to}
          weight={name === group ? "quiet" : "bare"}
          aria-current={name === group ? "true" : undefined}
          preventScrollReset
        >
          {text}
        </ButtonLink>
      ))}
    </nav>
  );
}

type NameOf = (season: SeasonOfYear) => string;

function SeasonNav({ season, nameOf }: { season: SeasonOfYear | null; nameOf: NameOf }) {
  const { t } = useI18n();
  const before = season === null ? null : offsetSeason(season, -1);
  const after = season === null ? null : offsetSeason(season, 1);
  return (
    <nav aria-label={t("season.nav")} className="mt-4 -ml-3 flex flex-wrap gap-1">
      {before === null || !hasSeasonPage(before.year) ? null : (
        <ButtonLink weight="bare" to={seasonPath(before)} rel="prev">
          <ChevronLeft aria-hidden className="size-4" />
          {nameOf(before)}
        </ButtonLink>
      )}
      {after === null || !hasSeasonPage(after.year) ? null : (
        <ButtonLink weight="bare" to={seasonPath(after)} rel="next">
          {nameOf(after)}
          <ChevronRight aria-hidden className="size-4" />
        </ButtonLink>
      )}
      {season === null ? (
        <ButtonLink weight="bare" to="/season">
          {t("home.thisSeason")}
        </ButtonLink>
      ) : (
        <ButtonLink weight="bare" to={UPCOMING}>
          {t("season.upcoming")}
        </ButtonLink>
      )}
      <ButtonLink weight="bare" to="/schedule">
        {t("schedule.heading")}
      </ButtonLink>
    </nav>
  );
}

function Comparison({
  season,
  nameOf,
  comparison,
  returning,
  fromLastSeason,
}: Pick<SeasonPage, "comparison" | "returning" | "fromLastSeason"> & {
  season: SeasonOfYear;
  nameOf: NameOf;
}) {
  const { t, formatNumber } = useI18n();
  const last = nameOf(offsetSeason(season, -1));
  return (
    <details className="mt-4 max-w-xl rounded-lg bg-raised px-4 py-1">
      <summary className="unfolds flex min-h-11 cursor-pointer list-none items-center text-sm font-semibold">
        {t("season.compare", { season: last })}
      </summary>
      <p className="mb-3 text-sm text-ink-soft">
        {[
          t("season.compare.returning", { count: returning }),
          t("season.compare.fromLast", { count: fromLastSeason, season: last }),
        ].join(" · ")}
      </p>
      <table className="mb-3 w-full text-sm">
        <thead>
          <tr className="text-left text-ink-faint">
            <th scope="col" className="py-1 font-normal">
              {t("season.compare.type")}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {t("season.compare.before")}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {t("season.compare.now")}
            </th>
          </tr>
        </thead>
        <tbody>
          {comparison.map(({ type, now, then }) => (
            <tr key={type} className="border-t border-rule tabular-nums">
              <th scope="row" className="py-1.5 text-left font-medium">
                {type}
              </th>
              <td className="py-1.5 text-right text-ink-soft">{formatNumber(then)}</td>
              <td className="py-1.5 text-right">{formatNumber(now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  const { t, label } = pageI18n(matches);
  const { season, total, canonical } = loaderData;
  const name =
    season === null
      ? t("season.upcoming")
      : t("fact.seasonOfYear", { season: label("season", season.name), year: season.year });
  return [
    { title: t("site.pageTitle", { title: name }) },
    {
      name: "description",
      content:
        season === null
          ? t("season.upcoming.description")
          : t("season.description", { season: name }),
    },
    { tagName: "link", rel: "canonical", href: canonical },
    ...(total === 0 ? [{ name: "robots", content: "noindex" }] : []),
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}
