import { href } from "react-router";
import { noticeFormSchema } from "~/features/notifications/inbox/notice-input";
import { NotificationDays } from "~/features/notifications/view/notification-list";
import { MutedTitles } from "~/features/notifications/view/muted-titles";
import { noindexMeta } from "~/frame/page-i18n";
import type { PageHandle } from "~/frame/page-handle";
import {
  i18nContext,
  servicesContext,
  signedInContext,
  visitorSettingsContext,
} from "~/http/context";
import { handlePageChange, takeFlashMessage } from "~/http/pages/page-change.server";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { useI18n } from "~/i18n/i18n-context";
import { changeNotifications } from "~/pages/notifications/change-notifications.server";
import { loadNotifications } from "~/pages/notifications/load-notifications.server";
import { TabLink } from "~/pages/parts/tab-link";
import { Button, ButtonLink } from "~/ui/button";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage, useChangeForm } from "~/ui/changes/use-action-message";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import { withQuery } from "~/ui/with-query";
import type { Route } from "./+types/notifications";

export const handle: PageHandle = { isPersonal: true, showsNotices: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { user, unreadNotices } = await context.get(signedInContext);
  const viewer = await getPageViewer(request, context);
  return {
    ...(await loadNotifications(db, viewer, {
      user,
      parameters: new URL(request.url).searchParams,
      zone: userZone(request, user),
    })),
    hasUnread: unreadNotices > 0,
    flashMessage: await takeFlashMessage(request, context),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { titleLanguage } = context.get(visitorSettingsContext);
  const i18n = context.get(i18nContext);
  return handlePageChange(request, context, noticeFormSchema, (form, { user }) =>
    changeNotifications(db, user, form, { i18n, titleLanguage }),
  );
}

export const clientAction = changeAction<typeof action>();

function pagePath(unreadOnly: boolean, page = 1): string {
  return withQuery(href("/notifications"), {
    ...(unreadOnly ? { show: "unread" } : {}),
    ...(page === 1 ? {} : { page: String(page) }),
  });
}

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { days, unreadOnly, hasUnread, page, last, muted, flashMessage } = loaderData;
  const result = useActionMessage(flashMessage, actionData);
  return (
    <div className="page-column pt-8 *:max-w-3xl md:pt-12">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <h1 className="text-3xl max-md:text-2xl">{t("notices.heading")}</h1>
        {hasUnread ? <ReadAllForm /> : null}
      </header>
      <nav aria-label={t("notices.filter")} className="mt-2 flex gap-6 border-b border-rule">
        <TabLink to={pagePath(false)} isCurrent={!unreadOnly}>
          {t("notices.all")}
        </TabLink>
        <TabLink to={pagePath(true)} isCurrent={unreadOnly}>
          {t("notices.unread")}
        </TabLink>
      </nav>
      {days.length === 0 ? <Empty unreadOnly={unreadOnly} /> : <NotificationDays days={days} />}
      <Pagination current={page} last={last} pageHref={(number) => pagePath(unreadOnly, number)} />
      <p className="mt-8">
        <ButtonLink to={href("/settings/notifications")}>{t("channels.open")}</ButtonLink>
      </p>
      <MutedTitles titles={muted} />
      <ChangeToast result={result} />
    </div>
  );
}

function ReadAllForm() {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  return (
    <fetcher.Form method="post">
      <Button type="submit" name="intent" value="read-all">
        {t("notices.readAll")}
      </Button>
    </fetcher.Form>
  );
}

function Empty({ unreadOnly }: { unreadOnly: boolean }) {
  const { t } = useI18n();
  return (
    <Notice glyph="静" title={t(unreadOnly ? "notices.noneUnread" : "notices.none")}>
      <p>{t("notices.noneHint")}</p>
      <p className="flex flex-wrap gap-3">
        <ButtonLink to={href("/list")}>{t("list.heading")}</ButtonLink>
        <ButtonLink to={href("/season/:year?/:season?")}>{t("fact.season")}</ButtonLink>
      </p>
    </Notice>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "notices.heading");
}
