import { CalendarPlus } from "lucide-react";
import { Form } from "react-router";
import { listAiring } from "~/features/catalog/schedule/list-airing.server";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { ScheduleDay } from "~/features/catalog/view/schedule/schedule-day";
import { pageZone, schedulePage, zoneChoices, zoneInWords } from "~/features/catalog/view/schedule/schedule-page.server";
import { useNow } from "~/features/catalog/view/schedule/use-now";
import { listEntries } from "~/features/watch-list/list-entries.server";
import { scopeContext } from "~/http/context";
import { ownListStates } from "~/http/pages/own-list-states.server";
import { currentSession } from "~/http/session/current-session.server";
import { visitorContext } from "~/http/pages/visitor-settings";
import { readZoneCookie } from "~/http/pages/zone-cookie";
import { useOwnZone } from "~/routes/site/use-own-zone";
import { Button, ButtonLink } from "~/ui/button";
import { Select } from "~/ui/forms/field";
import { Notice } from "~/ui/notice";
import type { Route } from "./+types/schedule";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { services } = scope;
  const { titleLanguage, parentalControl } = context.get(visitorContext);
  const parameters = new URL(request.url).searchParams;
  const zone = pageZone(parameters.get("tz"), readZoneCookie(request.headers.get("cookie")));
  const [all, session] = await Promise.all([
    services.remembered.get(`airing/${parentalControl}`, () => listAiring(services.db, { parentalControl })),
    currentSession(request, scope).catch(() => null),
  ]);
  const mine = session !== null && parameters.get("show") === "mine";
  const own = mine ? new Set((await listEntries(services.db, session.user.id)).map(({ mal_id }) => mal_id)) : null;
  const titles = own === null ? all : all.filter(({ mal_id }) => own.has(mal_id));
  return {
    days: schedulePage(titles, { zone: zone.name, language: titleLanguage, now: new Date() }),
    listStates: await ownListStates(request, scope, titles.map(({ mal_id }) => ({ id: mal_id }))),
    zone: { ...zone, words: zoneInWords(zone.name), choices: zoneChoices(zone.name) },
    show: session === null ? null : mine ? ("mine" as const) : ("all" as const),
  };
}

export default function Schedule({ loaderData }: Route.ComponentProps) {
  const { days, zone, show, listStates } = loaderData;
  const now = useNow();
  useOwnZone(zone);
  const isEmpty = days.every(({ airings }) => airings.length === 0);
  return (
    <div className="page-column pt-10">
      <header className="mb-8 flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
        <div>
          <h1 className="text-3xl font-bold max-md:text-2xl">Schedule</h1>
          <p className="mt-2 text-ink-soft">
            The week from today. {zone.origin === "own" ? `Times are yours (${zone.words}).` : zone.origin === "station" ? "Times are Japan's (JST)." : `Times as in ${zone.words}.`}
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          {show === null ? null : (
            <nav aria-label="Which titles" className="flex gap-1">
              <ButtonLink weight={show === "all" ? "quiet" : "bare"} to={addressOf(zone, "all")} aria-current={show === "all" ? "true" : undefined}>
                All
              </ButtonLink>
              <ButtonLink weight={show === "mine" ? "quiet" : "bare"} to={addressOf(zone, "mine")} aria-current={show === "mine" ? "true" : undefined}>
                My list
              </ButtonLink>
            </nav>
          )}
          <Form method="get" className="flex items-end gap-2">
            {show === "mine" ? <input type="hidden" name="show" value="mine" /> : null}
            <Select key={zone.name} name="tz" aria-label="Time zone" defaultValue={zone.name} options={zone.choices} />
            <Button type="submit">Set zone</Button>
          </Form>
          <ButtonLink to="/schedule.ics" reloadDocument>
            <CalendarPlus aria-hidden className="size-4" />
            Calendar (ICS)
          </ButtonLink>
        </div>
      </header>
      {isEmpty ? (
        <Notice glyph="放送" title={show === "mine" ? "Nothing of your list is on the air this week" : "Nothing is on the air this week"}>
          <p>{show === "mine" ? "Titles that you put on a list appear here as soon as they are broadcast." : "The catalog knows of no broadcasts. Importing a newer catalog brings them."}</p>
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
  const parameters = new URLSearchParams({ ...(zone.origin === "asked" ? { tz: zone.name } : {}), ...(show === "mine" ? { show } : {}) });
  return parameters.size === 0 ? "/schedule" : `/schedule?${parameters.toString()}`;
}

export function meta(): Route.MetaDescriptors {
  return [
    { title: "Schedule · Akari" },
    { name: "description", content: "What is on the air in the next seven days, in your own time, as a page and as a calendar to subscribe to." },
    { tagName: "link", rel: "alternate", type: "text/calendar", title: "Schedule", href: "/schedule.ics" },
  ];
}
