import type { LoaderFunctionArgs } from "react-router";
import { servicesContext, signedInContext } from "~/http/context";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { loadHistory } from "~/pages/list/load-history.server";

/** The loader of the pages of all changes, and of what was watched. */
export async function historyLoader(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  { watchedOnly }: { watchedOnly: boolean },
) {
  const { user } = await context.get(signedInContext);
  const viewer = await getPageViewer(request, context);
  return {
    flashMessage: await takeFlashMessage(request, context),
    ...(await loadHistory(context.get(servicesContext), viewer, {
      user,
      parameters: new URL(request.url).searchParams,
      zone: userZone(request, user),
      watchedOnly,
    })),
  };
}
