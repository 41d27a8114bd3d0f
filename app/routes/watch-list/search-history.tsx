import { href, Link } from "react-router";
import { Search, X } from "lucide-react";
import { pageZone } from "~/pages/viewer/page-zone.server";
import { getPreferences, savePreferences } from "~/features/profile/preferences.server";
import { listSearches } from "~/features/search-history/searches.server";
import { changeHistory } from "~/pages/search/change-history.server";
import { historyFormSchema } from "~/features/search-history/view/history-form";
import { SEARCH_HISTORY_PATH } from "~/features/search-history/view/search-history-path";
import {
  groupSearchesByDay,
  type SearchDay,
  type SearchRow,
} from "~/features/search-history/view/group-searches-by-day";
import { i18nContext, servicesContext, signedInContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { takeFlashMessage, handlePageChange } from "~/http/pages/page-change.server";
import { noindexMeta } from "~/frame/page-i18n";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { readTimeZoneCookie } from "~/http/viewer/time-zone-cookie.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage, useChangeForm } from "~/ui/changes/use-action-message";
import { Notice } from "~/ui/notice";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/search-history";
import { withQuery } from "~/ui/with-query";

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const i18n = context.get(i18nContext);
  const { user } = await context.get(signedInContext);
  const { db } = context.get(servicesContext);
  return withPageErrors(context, async () => {
    // The action may have changed the setting after the session was read.
    const [searches, { trackSearchHistory }] = await Promise.all([
      listSearches(db, user.id),
      getPreferences(db, user.id),
    ]);
    const zone = pageZone(null, readTimeZoneCookie(request.headers.get("cookie")));
    return {
      days: groupSearchesByDay(searches, { zone: zone.name, now: new Date(), i18n }),
      count: searches.length,
      tracked: trackSearchHistory,
      zone,
      flashMessage: await takeFlashMessage(request, context),
    };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  const i18n = context.get(i18nContext);
  const { db } = context.get(servicesContext);
  return handlePageChange(
    request,
    context,
    historyFormSchema,
    async (form, { user }) => {
      if (form.intent !== "track")
        return changeHistory(db, user.id, form, {
          tracked: user.preferences.trackSearchHistory,
          i18n,
        });
      await savePreferences(db, user.id, {
        enfasiscolor: undefined,
        trackSearchHistory: form.track === "on",
      });
      return {
        message: i18n.t(form.track === "on" ? "historyDone.on" : "historyDone.off"),
        undo: null,
      };
    },
    {
      returnTo: (_, form) =>
        safeRedirectPath("returnTo" in form ? form.returnTo : undefined, SEARCH_HISTORY_PATH),
    },
  );
}

export const clientAction = changeAction<typeof action>();

export default function SearchHistory({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { days, count, flashMessage } = loaderData;
  const result = useActionMessage(flashMessage, actionData);
  const tracking = useChangeForm();
  // Optimistic, until the response arrives.
  const chosen = tracking.formData?.get("track");
  const tracked = typeof chosen === "string" ? chosen === "on" : loaderData.tracked;
  return (
    <div className="max-w-4xl">
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-md border border-rule p-4">
        <div>
          <p className="font-semibold">{t(tracked ? "history.on" : "history.off")}</p>
          <p className="mt-1 text-sm text-ink-soft">
            {t(tracked ? "history.on.description" : "history.off.description")}
          </p>
        </div>
        <tracking.Form method="post">
          <input type="hidden" name="intent" value="track" />
          <Button type="submit" name="track" value={tracked ? "off" : "on"}>
            {t(tracked ? "history.stop" : "history.record")}
          </Button>
        </tracking.Form>
      </div>
      {count === 0 ? (
        <Notice glyph="白紙" title={t("history.empty")}>
          <p>{t(tracked ? "history.emptyOn" : "history.emptyOff")}</p>
          <ButtonLink to={href("/browse")}>{t("history.browse")}</ButtonLink>
        </Notice>
      ) : (
        <>
          {days.map((day) => (
            <Day key={day.date} day={day} />
          ))}
          <ClearAll count={count} />
        </>
      )}
      <ChangeToast result={result} />
    </div>
  );
}

function Day({ day }: { day: SearchDay }) {
  return (
    <section aria-labelledby={`day-${day.date}`} className="mt-8">
      <h2 id={`day-${day.date}`} className="text-lg">
        {day.heading}
      </h2>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {day.items.map((search) => (
          <SearchItem key={search.id} search={search} />
        ))}
      </ul>
    </section>
  );
}

function SearchItem({ search: { id, query, time, timestamp } }: { search: SearchRow }) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  return (
    <li
      className={classNames(
        "flex items-center gap-3 transition-opacity",
        fetcher.formData !== undefined && "opacity-0",
      )}
    >
      <Link
        to={withQuery(href("/browse"), { search_query: query })}
        className="flex min-h-12 min-w-0 grow items-center gap-3 py-2 text-sm hover:text-accent-text"
      >
        <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <span className="min-w-0 break-words">{query}</span>
      </Link>
      <time dateTime={timestamp} className="text-xs text-ink-faint tabular-nums">
        {time}
      </time>
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="remove" />
        <Button
          type="submit"
          weight="bare"
          name="id"
          value={id}
          aria-label={t("history.remove", { query })}
        >
          <X aria-hidden className="size-4" />
        </Button>
      </fetcher.Form>
    </li>
  );
}

function ClearAll({ count }: { count: number }) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  return (
    <details className="mt-8">
      <summary className="unfolds inline-flex min-h-11 list-none items-center text-sm font-medium text-accent-text hover:underline">
        {t("history.clear")}
      </summary>
      <fetcher.Form
        method="post"
        className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-rule p-4"
      >
        <input type="hidden" name="intent" value="clear" />
        <p className="grow text-sm">{t("history.clearConfirm", { count })}</p>
        <Button type="submit" weight="primary">
          {t("history.clearYes")}
        </Button>
      </fetcher.Form>
    </details>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "history.heading");
}
