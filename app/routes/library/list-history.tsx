import { pageZone } from "~/features/schedule/view/schedule-page.server";
import { HistoryDays } from "~/features/watch-list/view/history-days";
import { listHistoryPage } from "~/features/watch-list/view/list-history.server";
import { openCachedList } from "~/http/cached-list.server";
import { i18nContext, servicesContext } from "~/http/context";
import { handleListForm } from "~/http/pages/list-form.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { noindexMeta } from "~/http/pages/page-i18n";
import { readTimeZoneCookie } from "~/http/pages/settings/time-zone-cookie.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { requirePageSession } from "~/http/session/page-session.server";
import { useI18n } from "~/i18n/i18n-context";
import { RouteErrorPage } from "~/routes/site/error-page";
import { ButtonLink } from "~/ui/button";
import { changeInPlace } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import type { Route } from "./+types/list-history";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { titleLanguage, parentalControl } = context.get(visitorSettingsContext);
  const { user } = await requirePageSession(request, context);
  const page = new URL(request.url).searchParams.get("page") ?? "";
  return {
    note: await takeFlashMessage(request, context),
    ...(await listHistoryPage(services.db, user.id, {
      page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
      language: titleLanguage,
      parentalControl,
      scale: user.preferences.scoreScale,
      zone: pageZone(null, readTimeZoneCookie(request.headers.get("cookie"))).name,
      now: new Date(),
      i18n: context.get(i18nContext),
      watchedOnly: false,
      countHistory: async () =>
        (await openCachedList(services, user.id)).countHistory({
          parentalControl,
          watchedOnly: false,
        }),
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
        <HistoryDays days={days} showResult={showResult} />
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

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "listHistory.heading");
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}
