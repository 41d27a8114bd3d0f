import { Link } from "react-router";
import { pageZone } from "~/features/schedule/view/schedule-page.server";
import { listHistoryPage, type ChangeRow } from "~/features/watch-list/view/list-history.server";
import { i18nContext, servicesContext } from "~/http/context";
import { handleListForm } from "~/http/pages/list-form.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { noindexMeta } from "~/http/pages/page-i18n";
import { readTimeZoneCookie } from "~/http/pages/settings/time-zone-cookie.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { requirePageSession } from "~/http/session/page-session.server";
import { useI18n } from "~/i18n/i18n-context";
import { RouteErrorPage } from "~/routes/site/error-page";
import { Button, ButtonLink } from "~/ui/button";
import { changeInPlace } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage, useChangeForm, type ShowResult } from "~/ui/changes/use-action-message";
import { classNames } from "~/ui/class-names";
import { icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import type { Route } from "./+types/list-history";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { titleLanguage, parentalControl } = context.get(visitorSettingsContext);
  const { user } = await requirePageSession(request, context);
  const page = new URL(request.url).searchParams.get("page") ?? "";
  return {
    note: await takeFlashMessage(request, context),
    ...(await listHistoryPage(db, user.id, {
      page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
      language: titleLanguage,
      parentalControl,
      scale: user.preferences.scoreScale,
      zone: pageZone(null, readTimeZoneCookie(request.headers.get("cookie"))).name,
      now: new Date(),
      i18n: context.get(i18nContext),
    })),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return handleListForm(request, context);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return changeInPlace(request, serverAction);
}

export default function ListHistory({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { days, page, last, total, note } = loaderData;
  const { result, showResult } = useActionMessage(note, actionData);
  return (
    <div className="page-column max-w-4xl pt-8 md:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl font-bold max-md:text-2xl">{t("listHistory.heading")}</h1>
        <ButtonLink to="/list">{t("list.heading")}</ButtonLink>
      </header>
      {total === 0 ? (
        <Notice glyph="白紙" title={t("listHistory.empty")}>
          <p>{t("listHistory.emptyHint")}</p>
          <ButtonLink to="/browse">{t("list.findTitles")}</ButtonLink>
        </Notice>
      ) : (
        days.map(({ date, heading, items }) => (
          <section key={date} aria-labelledby={`day-${date}`} className="mt-8">
            <h2 id={`day-${date}`} className="text-lg">
              {heading}
            </h2>
            <ul className="mt-2 divide-y divide-rule border-y border-rule">
              {items.map((change) => (
                <ChangeItem key={change.id} change={change} showResult={showResult} />
              ))}
            </ul>
          </section>
        ))
      )}
      <Pagination
        current={page}
        last={last}
        pageHref={(number) => (number === 1 ? "/list/history" : `/list/history?page=${number}`)}
      />
      <ChangeToast result={result} showResult={showResult} />
    </div>
  );
}

const UNDO = icon("undo");

function ChangeItem({
  change: { id, title, summary, source, at, time, undone },
  showResult,
}: {
  change: ChangeRow;
  showResult: ShowResult;
}) {
  const { t } = useI18n();
  const fetcher = useChangeForm(showResult);
  const isUndone = undone || fetcher.formData !== undefined;
  return (
    <li className="flex items-center gap-4 py-3">
      <div className={classNames("min-w-0 grow", isUndone && "text-ink-faint line-through")}>
        {title === null ? null : (
          <Link
            to={title.path}
            lang={title.lang}
            className="text-sm font-semibold break-words hover:text-accent-text"
          >
            {title.text}
          </Link>
        )}
        <p className="mt-0.5 text-sm break-words text-ink-soft">{summary}</p>
      </div>
      <p className="shrink-0 text-right text-xs text-ink-faint tabular-nums">
        <time dateTime={at}>{time}</time>
        <span className="block">{source}</span>
      </p>
      {undone ? (
        <span className="w-20 shrink-0 text-center text-xs text-ink-faint">
          {t("listHistory.undone")}
        </span>
      ) : (
        <fetcher.Form method="post" className="w-20 shrink-0">
          <input type="hidden" name="intent" value="undo" />
          <Button
            type="submit"
            weight="bare"
            name="eventId"
            value={id}
            aria-label={t("listHistory.undo", { change: title?.text ?? summary })}
          >
            {UNDO}
            {t("site.undo")}
          </Button>
        </fetcher.Form>
      )}
    </li>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "listHistory.heading");
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}
