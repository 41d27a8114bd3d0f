import { hasRole } from "~/features/accounts/roles/roles";
import { requestContext, servicesContext, type RouterContext, siteContext } from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import type { MediaViewer } from "~/media/access/media-signer";
import { localNetwork } from "./client-ip.server";

/**
 * Viewers whose signed URLs the request may use: its session's and its networks'. None for visitors
 * where only members may open files.
 */
export async function getMediaViewers(
  request: Request,
  context: RouterContext,
): Promise<MediaViewer[]> {
  const session = await getSession(request, context);
  const { access } = context.get(servicesContext).config.media;
  return [
    ...(session === null ? [] : [`session:${session.idHash}` as const]),
    ...(access === "members" ? [] : networkViewers(context.get(requestContext).clientKey)),
  ];
}

/** Whether the request's viewer may open media files at all. */
export async function mayOpenFiles(request: Request, context: RouterContext): Promise<boolean> {
  if (context.get(servicesContext).config.media.access !== "members") return true;
  return (await getSession(request, context).catch(() => null)) !== null;
}

function networkViewers(clientKey: string): MediaViewer[] {
  const local = localNetwork(clientKey);
  return [`network:${clientKey}`, ...(local === null ? [] : [`local:${local}` as const])];
}

/** Whether the site's settings let the request's user download files. */
export async function mayDownload(request: Request, context: RouterContext): Promise<boolean> {
  const { downloads } = await context.get(siteContext).siteSettings.readCached();
  if (downloads === "off" || downloads === "everyone") return downloads === "everyone";
  const session = await getSession(request, context);
  return session !== null && hasRole(session.user.role, downloads);
}
