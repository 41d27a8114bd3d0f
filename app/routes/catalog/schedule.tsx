import { CalendarPlus } from "lucide-react";
import { Form } from "react-router";
import { rememberedAiring } from "~/http/remembered-catalog.server";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { ScheduleDay } from "~/features/catalog/view/schedule/schedule-day";
import {
  pageZone,
  schedulePage,
  zoneChoices,
  zoneInWords,
} from "~/features/catalog/view/schedule/schedule-page.server";
import { useNow } from "~/features/catalog/view/schedule/use-now";
import { listEntries } from "~/features/watch-list/list-entries.server";
import { scopeContext } from "~/http/context";
import { ownListStates } from "~/http/pages/own-list-states.server";
import { pageWords } from "~/http/pages/page-words";
import { currentSession } from "~/http/session/current-session.server";
import { visitorContext } from "~/http/pages/settings/visitor-settings";
import { readZoneCookie } from "~/http/pages/settings/zone-cookie";
import { DEFAULT_LOCALE, type Locale } from "~/language/locales";
import { useWords } from "~/language/words-context";
import { Button, ButtonLink } from "~/ui/button";
import { Select } from "~/ui/forms/field";
import { Notice } from "~/ui/notice";
import type { Route } from "./+types/schedule";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { services, words } = scope;
  const { titleLanguage, parentalControl } = context.get(visitorContext);
  const parameters = new URL(request.url).searchParams;
  const zone = pageZone(parameters.get("tz"), readZoneCookie(request.headers.get("cookie")));
  const [all, session] = await Promise.all([
    rememberedAiring(services, parentalControl),
    currentSession(request, scope).catch(() => null),
  ]);
  const mine = session !== null && parameters.get("show") === "mine";
  const own = mine
    ? new Set((await listEntries(services.db, session.user.id)).map(({ mal_id }) => mal_id))
    : null;
  const titles = own === null ? all : all.filter(({ mal_id }) => own.has(mal_id));
  return {
    days: schedulePage(titles, {
      zone: zone.name,
      language: titleLanguage,
      now: new Date(),
      words,
    }),
    listStates: await ownListStates(
      request,
      scope,
      titles.map(({ mal_id }) => ({ id: mal_id })),
    ),
    zone: { ...zone, words: zoneInWords(words, zone.name), choices: zoneChoices(words, zone.name) },
    show: session === null ? null : mine ? ("mine" as const) : ("all" as const),
  };
}

export default function Schedule({ loaderData }: Route.ComponentProps) {
  const { t, locale } = useWords();
  const { days, zone, show, listStates } = loaderData;
  const now = useNow();
  const nothing = show === "mine" ? "schedule.nothingMine" : "schedule.nothingAll";
  const isEmpty = days.every(({ airings }) => airings.length === 0);
  return (
    <div className="page-column pt-10">
      <header className="mb-8 flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
        <div>
          <h1 className="text-3xl font-bold max-md:text-2xl">{t("schedule.heading")}</h1>
          <p className="mt-2 text-ink-soft">
            {zone.origin === "station"
              ? t("schedule.timesOfStation")
              : t(zone.origin === "own" ? "schedule.timesOwn" : "schedule.timesAsIn", {
                  zone: zone.words,
                })}
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          {show === null ? null : (
            <nav aria-label={t("schedule.which")} className="flex gap-1">
              <ButtonLink
                weight={show === "all" ? "quiet" : "bare"}
                to={addressOf(zone, "all")}
                aria-current={show === "all" ? "true" : undefined}
              >
                {t("schedule.all")}
              </ButtonLink>
              <ButtonLink
                weight={show === "mine" ? "quiet" : "bare"}
                to={addressOf(zone, "mine")}
                aria-current={show === "mine" ? "true" : undefined}
              >
                {t("schedule.mine")}
              </ButtonLink>
            </nav>
          )}
          <Form method="get" className="flex items-end gap-2">
            {show === "mine" ? <input type="hidden" name="show" value="mine" /> : null}
            <Select
              key={zone.name}
              name="tz"
              aria-label={t("schedule.zone")}
              defaultValue={zone.name}
              options={zone.choices}
              onChange={(event) => event.currentTarget.form?.requestSubmit()}
            />
            <noscript>
              <Button type="submit">{t("schedule.setZone")}</Button>
            </noscript>
          </Form>
          <ButtonLink to={calendarAddress(locale)} reloadDocument>
            <CalendarPlus aria-hidden className="size-4" />
            {t("schedule.calendar")}
          </ButtonLink>
        </div>
      </header>
      {isEmpty ? (
        <Notice glyph="放送" title={t(nothing)}>
          <p>{t(`${nothing}.words`)}</p>
        </Notice>
      ) : (
        <CardStates value={listStates}>
          {days.map((day) => (
            <ScheduleDay key={day.date} {...day} now={now} />
          ))}
        </CardStates>
      )}
    </div>
  );
}

type PageZoneData = Route.ComponentProps["loaderData"]["zone"];

function addressOf(zone: PageZoneData, show: "all" | "mine"): string {
  const parameters = new URLSearchParams({
    ...(zone.origin === "asked" ? { tz: zone.name } : {}),
    ...(show === "mine" ? { show } : {}),
  });
  return parameters.size === 0 ? "/schedule" : `/schedule?${parameters.toString()}`;
}

/** The calendar in the reader's language; programs that subscribe to it say none. */
function calendarAddress(locale: Locale): string {
  return locale === DEFAULT_LOCALE ? "/schedule.ics" : `/schedule.ics?locale=${locale}`;
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { t, locale } = pageWords(matches);
  return [
    { title: t("site.pageTitle", { title: t("schedule.heading") }) },
    { name: "description", content: t("schedule.description") },
    {
      tagName: "link",
      rel: "alternate",
      type: "text/calendar",
      title: t("schedule.heading"),
      href: calendarAddress(locale),
    },
  ];
}
