import { createHash } from "node:crypto";
import { Forbidden, NotFound } from "~/errors/app-error";
import { parseMediaPath } from "~/features/playback/media-files/media-file-location";
import { locateMediaFile, openMediaFile } from "~/features/playback/media-files/media-file.server";
import { openStreamFile } from "~/features/playback/media-files/open-stream-file.server";
import { requestContext, servicesContext, type RouterContext, mediaContext } from "~/http/context";
import { getMediaViewers, mayDownload } from "~/http/request/media-viewer.server";
import { attachment } from "~/http/response/attachment";
import { matchesEtag } from "~/http/response/cache/conditional-request.server";
import { fileResponse } from "~/http/response/file-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import type { PageHandle } from "~/frame/page-handle";
import type { MediaScope } from "~/media/access/media-signer";
import type { PlayerBody } from "~/media/playback/serve/player-body";
import type { Route } from "./+types/file";

export const handle: PageHandle = { sendsFiles: true };

/** A file in a media folder or a derivative of it. `MEDIA_ACCESS=open` requires no token. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  return withErrorResponse(context, async () => {
    // The router decodes some characters twice.
    const { pathname, searchParams } = new URL(request.url);
    const named = parseMediaPath(pathname);
    if (named === null) throw new NotFound("file.notFound");
    const { token, segments } = named;
    const scope = await authorize(request, context, token, segments);
    const [folder = "", ...path] = scope?.path ?? segments;
    const resource = scope === null ? [] : segments.slice(scope.path.length);
    const services = context.get(servicesContext);
    const { db } = services;
    const { filePlayer } = context.get(mediaContext);
    if (scope?.kind === "playlist") {
      const file = await openStreamFile(services, folder, path, resource);
      if (file === null) throw new NotFound("file.notFound");
      return forDevices(await fileResponse(request, file));
    }
    const isDownload = scope?.kind === "download";
    if (isDownload && resource.length > 0) throw new NotFound("file.notFound");
    if (isDownload && !(await mayDownload(request, context)))
      throw new Forbidden("media.noDownload");
    if (resource.length === 0) {
      const file = await openMediaFile(db, folder, path);
      if (file === null) throw new NotFound("file.notFound");
      const response = forDevices(await fileResponse(request, file));
      if (isDownload) response.headers.set("content-disposition", attachment(path.at(-1) ?? ""));
      return response;
    }
    const located = await locateMediaFile(db, folder, path);
    if (located === null) throw new NotFound("file.notFound");
    const { clientKey } = context.get(requestContext);
    const body = await filePlayer.respond(located.path, resource, {
      parameters: searchParams,
      signal: request.signal,
      client: clientKey,
    });
    return forDevices(madeResponse(request, body, resource));
  });
}

/** Televisions load streams from a page of their own; the URL alone is what they need. */
function forDevices(response: Response): Response {
  response.headers.set("access-control-allow-origin", "*");
  return response;
}

/** Returns null for an open file without a token. Throws `Forbidden`. */
async function authorize(
  request: Request,
  context: RouterContext,
  token: string | null,
  segments: readonly string[],
): Promise<MediaScope | null> {
  const { config } = context.get(servicesContext);
  const { mediaSigner } = context.get(mediaContext);
  if (config.media.access === "open")
    return token === null ? null : mediaSigner.scopeOf(token, segments);
  const scope =
    token === null
      ? null
      : mediaSigner.verify(token, segments, await getMediaViewers(request, context));
  if (scope === null) throw new Forbidden("media.notSigned");
  return scope;
}

/** Bytes as such would be copied; segments are megabytes. */
function streamOf(body: Buffer): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (body.length > 0) controller.enqueue(body);
      controller.close();
    },
  });
}

/** Immutable, since the URL contains the file's version. */
function madeResponse(
  request: Request,
  { type, body, isImmutable }: PlayerBody,
  resource: readonly string[],
): Response {
  const etag = `"${createHash("sha1")
    .update(isImmutable ? resource.join("/") : body)
    .digest("base64url")}"`;
  const headers = {
    "content-type": type,
    "cache-control": isImmutable ? "private, max-age=43200, immutable" : "private, no-cache",
    etag,
  };
  if (matchesEtag(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : streamOf(body), {
    headers: { ...headers, "content-length": String(body.length) },
  });
}
