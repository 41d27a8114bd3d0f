import { Search, X } from "lucide-react";
import { Form, isRouteErrorResponse, Link, redirect, useNavigation } from "react-router";
import { countInWords } from "~/features/catalog/view/facts";
import { pageZone } from "~/features/catalog/view/schedule/schedule-page.server";
import { getPreferences, savePreferences } from "~/features/profile/preferences.server";
import { listSearches } from "~/features/search-history/searches.server";
import { changeHistory } from "~/features/search-history/view/change-history.server";
import { historyFormSchema } from "~/features/search-history/view/history-form";
import { searchesByDay, type SearchDay } from "~/features/search-history/view/searches-by-day";
import { scopeContext } from "~/http/context";
import { withPageErrors, type PageErrorData } from "~/http/pages/page-errors.server";
import { takePageForm } from "~/http/pages/page-form.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { readZoneCookie } from "~/http/pages/zone-cookie";
import { ErrorPage } from "~/routes/site/error-page";
import { useOwnZone } from "~/routes/site/use-own-zone";
import { Button, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { answerInPlace } from "~/ui/forms/answer-in-place";
import { Notice } from "~/ui/notice";
import { Toast } from "~/ui/toast";
import type { Route } from "./+types/history";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { user } = await requirePageSession(request, scope);
  const { db } = scope.services;
  return withPageErrors(async () => {
    // The session was read before a form of this request may have changed the switch.
    const [searches, { trackSearchHistory }] = await Promise.all([listSearches(db, user.id), getPreferences(db, user.id)]);
    const zone = pageZone(null, readZoneCookie(request.headers.get("cookie")));
    return { days: searchesByDay(searches, zone.name, new Date()), count: searches.length, tracked: trackSearchHistory, zone };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(scopeContext);
  const { db } = scope.services;
  return takePageForm(request, scope, historyFormSchema, async (form, { user }) => {
    if (form.intent === "track") {
      await savePreferences(db, user.id, { enfasiscolor: undefined, trackSearchHistory: form.track === "on" });
      return { message: form.track === "on" ? "Your searches are recorded from now on." : "Your searches are not recorded any more.", undo: null };
    }
    const change = await changeHistory(db, user.id, form, { tracked: user.preferences.trackSearchHistory });
    if (form.intent === "remove" && form.returnTo !== undefined) throw redirect(safeRedirectPath(form.returnTo, "/history"), 303);
    return change;
  });
}

/** The same forms where scripts run: the page stays also when no answer comes. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerInPlace(serverAction, (message) => ({ message, undo: null }));
}

export default function History({ loaderData, actionData }: Route.ComponentProps) {
  const { days, count, zone } = loaderData;
  useOwnZone(zone);
  // What was just chosen holds until the answer says otherwise.
  const sent = useNavigation().formData?.get("track");
  const tracked = typeof sent === "string" ? sent === "on" : loaderData.tracked;
  return (
    <div className="page-column max-w-4xl pt-8 md:pt-10">
      <h1 className="text-3xl font-bold max-md:text-2xl">Search history</h1>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-md border border-rule p-4">
        <div>
          <p className="font-semibold">{tracked ? "Your searches are recorded" : "Your searches are not recorded"}</p>
          <p className="mt-1 text-sm text-ink-soft">{tracked ? "Only you see them. The newest thousand are kept." : "What is in the history already stays until you remove it."}</p>
        </div>
        <Form method="post" replace preventScrollReset>
          <input type="hidden" name="intent" value="track" />
          <Button type="submit" name="track" value={tracked ? "off" : "on"}>
            {tracked ? "Stop recording" : "Record my searches"}
          </Button>
        </Form>
      </div>
      {count === 0 ? (
        <Notice glyph="白紙" title="No searches yet">
          <p>{tracked ? "What you search for on this site appears here, to be found again." : "Searches appear here once they are recorded."}</p>
          <ButtonLink to="/browse">Browse the catalog</ButtonLink>
        </Notice>
      ) : (
        <>
          {days.map((day) => (
            <Day key={day.date} day={day} />
          ))}
          <ClearAll count={count} />
        </>
      )}
      <Toast message={actionData?.message ?? null}>
        {actionData === undefined || actionData.undo === null ? null : (
          <Form method="post" replace preventScrollReset>
            <input type="hidden" name="intent" value="restore" />
            <input type="hidden" name="query" value={actionData.undo.query} />
            <input type="hidden" name="timestamp" value={actionData.undo.timestamp} />
            <Button type="submit" weight="bare" className="font-semibold text-accent-text">
              Undo
            </Button>
          </Form>
        )}
      </Toast>
    </div>
  );
}

function Day({ day }: { day: SearchDay }) {
  const sent = useNavigation().formData;
  const leaving = sent?.get("intent") === "remove" ? sent.get("id") : null;
  return (
    <section aria-labelledby={`day-${day.date}`} className="mt-8">
      <h2 id={`day-${day.date}`} className="text-lg">
        {day.heading}
      </h2>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {day.searches.map(({ id, query, time, timestamp }) => (
          <li key={id} className={classNames("flex items-center gap-3 transition-opacity", leaving === id && "opacity-0")}>
            <Link to={`/browse?${new URLSearchParams({ search_query: query }).toString()}`} className="flex min-h-12 min-w-0 grow items-center gap-3 py-2 text-sm hover:text-accent-text">
              <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <span className="min-w-0 break-words">{query}</span>
            </Link>
            <time dateTime={timestamp} className="text-xs text-ink-faint tabular-nums">
              {time}
            </time>
            <Form method="post" replace preventScrollReset>
              <input type="hidden" name="intent" value="remove" />
              <Button type="submit" weight="bare" name="id" value={id} aria-label={`Remove ${query}`}>
                <X aria-hidden className="size-4" />
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ClearAll({ count }: { count: number }) {
  return (
    <details className="mt-8">
      <summary className="inline-flex min-h-11 list-none items-center text-sm font-medium text-accent-text hover:underline">Clear all</summary>
      <Form method="post" replace className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-rule p-4">
        <input type="hidden" name="intent" value="clear" />
        <p className="grow text-sm">{count === 1 ? "The one search" : `All ${countInWords(count)} searches`} will be gone for good.</p>
        <Button type="submit" weight="primary">
          Yes, clear the history
        </Button>
      </Form>
    </details>
  );
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Search history · Akari" }, { name: "robots", content: "noindex" }];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) throw error;
  return <ErrorPage status={error.status} message={(error.data as PageErrorData).message} />;
}
