import { presentCards } from "~/pages/parts/present-cards.server";
import { CalendarPlus } from "lucide-react";
import { Form, href } from "react-router";
import { cachedAiring } from "~/pages/parts/cached-catalog.server";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { DayTabs } from "~/features/schedule/view/day-tabs";
import type { ScheduledCard } from "~/features/schedule/view/airing-list";
import { feedPath } from "~/features/feeds/feed-path.server";
import { ScheduleDay } from "~/features/schedule/view/schedule-day";
import { scheduleDays } from "~/pages/parts/schedule-days.server";
import { pageZone, zoneChoices, formatZone } from "~/pages/viewer/page-zone.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { useNow } from "~/features/schedule/view/use-now";
import { markOf } from "~/features/watch-list/broadcast-mark.server";
import { BroadcastMark } from "~/features/watch-list/view/broadcast-mark";
import { servicesContext } from "~/http/context";
import { getOwnEntries, showListStates } from "~/pages/parts/get-list-states.server";
import { submitListForm } from "~/http/forms/submit-list.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { feedLink, pageI18n } from "~/frame/page-i18n";
import { readTimeZoneCookie } from "~/http/viewer/time-zone-cookie.server";
import { DEFAULT_LOCALE, type Locale } from "~/i18n/locales";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { SubmitSelect } from "~/ui/forms/submit-select";
import { Notice } from "~/ui/notice";
import { SectionLink } from "~/ui/section-link";
import { isAwaited } from "~/features/watch-list/get-entry-summaries.server";
import { noQuery } from "~/frame/canonical-query";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/schedule";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { withQuery } from "~/ui/with-query";

export const handle: PageHandle = { isShared: true, canonicalQuery: noQuery };

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await getPageViewer(request, context);
  const { user, i18n, titleLanguage, parentalControl } = viewer;
  const parameters = new URL(request.url).searchParams;
  const zone = pageZone(parameters.get("tz"), readTimeZoneCookie(request.headers.get("cookie")));
  const all = await cachedAiring(services, parentalControl);
  const entries = await getOwnEntries(
    services.db,
    viewer,
    all.map(({ mal_id }) => mal_id),
  );
  const delayHours = readSitePreferences(user?.preferences.site).scheduleDelayHours;
  const now = new Date();
  const daysOf = (titles: typeof all, isOwn: boolean) =>
    scheduleDays(titles, {
      ...{ zone: zone.name, language: titleLanguage, now, i18n, delayHours, isOwn },
    });
  const mine = daysOf(
    all.filter(({ mal_id }) => isAwaited(entries.get(mal_id))),
    true,
  );
  const shown = parameters.get("show");
  const hasOwn = mine.some(({ count }) => count > 0);
  const isOwnOnly = user !== null && (shown === "mine" || (shown !== "all" && hasOwn));
  const days = isOwnOnly ? mine : daysOf(all, false);
  return {
    days: await presentCards(services, viewer, days),
    delayHours,
    feed: feedPath("episodes.atom", i18n.locale),
    listStates: showListStates(viewer, entries),
    marks: Object.fromEntries(
      days.flatMap(({ airings }) =>
        airings.flatMap(({ card, at, episode }) => {
          const entry = entries.get(card.id);
          if (entry === undefined) return [];
          return [[`${card.id} ${at}`, markOf(entry, { at: new Date(at), episode, now })]];
        }),
      ),
    ),
    flashMessage: await takeFlashMessage(request, context),
    zone: { ...zone, words: formatZone(i18n, zone.name), choices: zoneChoices(i18n, zone.name) },
    show: user === null ? null : isOwnOnly ? ("mine" as const) : ("all" as const),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return submitListForm(request, context);
}

export const clientAction = changeAction<typeof action>();

export default function Schedule({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useI18n();
  const { days, zone, show, listStates } = loaderData;
  const result = useActionMessage(loaderData.flashMessage, actionData);
  const mark = ({ card, at }: ScheduledCard) => (
    <BroadcastMark card={card} mark={loaderData.marks[`${card.id} ${at}`] ?? null} />
  );
  const now = useNow();
  const nothing = show === "mine" ? "schedule.nothingMine" : "schedule.nothingAll";
  const isEmpty = days.every(({ count }) => count === 0);
  return (
    <div className="page-column pt-10">
      <header className="mb-4 flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
        <div>
          <h1 className="text-3xl font-bold max-md:text-2xl">{t("schedule.heading")}</h1>
          <p className="mt-2 text-sm text-ink-soft">
            {zone.origin === "station"
              ? t("schedule.timesOfStation")
              : t(zone.origin === "browser" ? "schedule.timesOwn" : "schedule.timesAsIn", {
                  zone: zone.words,
                })}
            {loaderData.delayHours === 0
              ? null
              : ` ${t("schedule.delayed", { hours: loaderData.delayHours })}`}{" "}
            <SectionLink id={OPTIONS_ID} className="whitespace-nowrap underline underline-offset-4">
              {t("schedule.options")}
            </SectionLink>
          </p>
        </div>
        {show === null ? null : (
          <nav aria-label={t("schedule.which")} className="flex gap-1">
            <ButtonLink
              weight={show === "all" ? "quiet" : "bare"}
              to={schedulePath(zone, "all")}
              aria-current={show === "all" ? "true" : undefined}
            >
              {t("schedule.all")}
            </ButtonLink>
            <ButtonLink
              weight={show === "mine" ? "quiet" : "bare"}
              to={schedulePath(zone, "mine")}
              aria-current={show === "mine" ? "true" : undefined}
            >
              {t("schedule.mine")}
            </ButtonLink>
          </nav>
        )}
      </header>
      {isEmpty ? (
        <Notice glyph="放送" title={t(nothing)}>
          <p>{t(`${nothing}.description`)}</p>
          {show === null ? null : (
            <ButtonLink to={href("/discover/sequels")}>{t("sequels.heading")}</ButtonLink>
          )}{" "}
          <ButtonLink to={href("/season/:year?/:season?")}>{t("home.thisSeason")}</ButtonLink>
        </Notice>
      ) : (
        <>
          <DayTabs days={days} />
          <CardStates value={listStates}>
            {days.map((day) => (
              <ScheduleDay key={day.date} {...day} now={now} action={mark} />
            ))}
          </CardStates>
        </>
      )}
      <aside
        id={OPTIONS_ID}
        aria-label={t("schedule.options")}
        className="mt-4 flex flex-wrap items-end gap-3 border-t border-rule pt-6"
      >
        <Form method="get" className="flex items-end gap-2">
          {show === null ? null : <input type="hidden" name="show" value={show} />}
          <SubmitSelect
            name="tz"
            aria-label={t("schedule.zone")}
            defaultValue={zone.name}
            options={zone.choices}
          />
          <noscript>
            <Button type="submit">{t("schedule.setZone")}</Button>
          </noscript>
        </Form>
        <ButtonLink to={calendarPath(locale)} reloadDocument>
          <CalendarPlus aria-hidden className="size-4" />
          {t("schedule.calendar")}
        </ButtonLink>
        <ButtonLink to={loaderData.feed} reloadDocument weight="bare">
          {t("feed.atom")}
        </ButtonLink>
        {show === null ? null : (
          <ButtonLink to={`${href("/settings")}#schedule`} weight="bare">
            {t("schedule.settings")}
          </ButtonLink>
        )}
        <ButtonLink to={href("/season/:year?/:season?")} weight="bare">
          {t("home.thisSeason")}
        </ButtonLink>
      </aside>
      <ChangeToast result={result} />
    </div>
  );
}

const OPTIONS_ID = "schedule-options";

type PageZoneData = Route.ComponentProps["loaderData"]["zone"];

function schedulePath(zone: PageZoneData, show: "all" | "mine"): string {
  const parameters = new URLSearchParams({
    ...(zone.origin === "url" ? { tz: zone.name } : {}),
    show,
  });
  return withQuery(href("/schedule"), parameters);
}

function calendarPath(locale: Locale): string {
  return locale === DEFAULT_LOCALE
    ? href("/schedule.ics")
    : `${href("/schedule.ics")}?locale=${locale}`;
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { t, locale } = pageI18n(matches);
  return [
    { title: t("site.pageTitle", { title: t("schedule.heading") }) },
    { name: "description", content: t("schedule.description") },
    {
      tagName: "link",
      rel: "alternate",
      type: "text/calendar",
      title: t("schedule.heading"),
      href: calendarPath(locale),
    },
    ...(loaderData === undefined ? [] : [feedLink(t("feed.episodes"), loaderData.feed)]),
  ];
}
