import { href } from "react-router";
import { submitListForm } from "~/http/forms/submit-list.server";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { changeAction } from "~/ui/changes/change-in-place";
import { HistoryPage } from "./history-page";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/list-history";
import { historyLoader } from "./history-loader.server";

export const handle: PageHandle = { isPersonal: true };

export function loader(args: Route.LoaderArgs) {
  return historyLoader(args, { watchedOnly: false });
}

export function action({ request, context }: Route.ActionArgs) {
  return submitListForm(request, context);
}

export const clientAction = changeAction<typeof action>();

export default function ListHistory({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <HistoryPage
      className="mt-6 max-w-4xl"
      history={loaderData}
      actionData={actionData}
      path={href("/list/history")}
      heading={t("listHistory.heading")}
      empty={{ title: t("listHistory.empty"), hint: t("listHistory.emptyHint") }}
    />
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "listHistory.heading");
}
