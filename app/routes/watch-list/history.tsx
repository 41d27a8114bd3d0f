import { href } from "react-router";
import { submitListForm } from "~/http/forms/submit-list.server";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { changeAction } from "~/ui/changes/change-in-place";
import { HistoryPage } from "./history-page";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/history";
import { historyLoader } from "./history-loader.server";

export const handle: PageHandle = { isPersonal: true };

export function loader(args: Route.LoaderArgs) {
  return historyLoader(args, { watchedOnly: true });
}

export function action({ request, context }: Route.ActionArgs) {
  return submitListForm(request, context);
}

export const clientAction = changeAction<typeof action>();

export default function History({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <HistoryPage
      className="page-column *:max-w-4xl pt-8 md:pt-10"
      history={loaderData}
      actionData={actionData}
      path={href("/history")}
      heading={t("watchHistory.heading")}
      links={
        <>
          <ButtonLink to={href("/list/history")}>{t("watchHistory.allChanges")}</ButtonLink>
          <ButtonLink to={href("/settings/searches")}>{t("history.heading")}</ButtonLink>
        </>
      }
      empty={{ title: t("watchHistory.empty"), hint: t("watchHistory.emptyHint") }}
      showsCovers
    />
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "watchHistory.heading");
}
