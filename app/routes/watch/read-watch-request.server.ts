import { mediaContext, requestContext, servicesContext, type RouterContext } from "~/http/context";
import { getMediaViewers, mayDownload } from "~/http/request/media-viewer.server";
import { mayUseProxies } from "~/http/request/proxy-access.server";
import type { WatchRequest, WatchServices } from "~/pages/watch/load-watch.server";

/** Reads what plays for the sender of a request. Throws when the session cannot be read. */
export async function readWatchRequest(
  request: Request,
  context: RouterContext,
): Promise<WatchRequest> {
  return {
    parameters: new URL(request.url).searchParams,
    viewers: await getMediaViewers(request, context),
    clientKey: context.get(requestContext).clientKey,
    mayDownload: await mayDownload(request, context),
    mayUseProxies: await mayUseProxies(request, context),
  };
}

export function watchServices(context: RouterContext): WatchServices {
  return { ...context.get(servicesContext), ...context.get(mediaContext) };
}
