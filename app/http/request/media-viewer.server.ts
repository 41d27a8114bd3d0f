import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import type { MediaViewer } from "~/media/access/media-signer";

/** Whose signed URLs the request may use. Null for visitors where only members may open files. */
export async function getMediaViewers(
  request: Request,
  context: RouterContext,
): Promise<MediaViewer[]> {
  const session = await getSession(request, context);
  const { access } = context.get(servicesContext).config.media;
  return [
    ...(session === null ? [] : [`session:${session.idHash}` as const]),
    ...(access === "members" ? [] : [`network:${context.get(requestContext).clientKey}` as const]),
  ];
}
