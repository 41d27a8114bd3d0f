import { requestContext } from "~/http/context";
import { matchesEtag } from "~/http/response/cache/conditional-request.server";
import { markComplete } from "~/http/response/cache/complete-response.server";
import { negotiateEncoding, compress, type Encoding } from "~/http/response/cache/compress.server";
import type { PageHandle } from "~/frame/page-handle";
import { messageFile } from "~/i18n/i18n.server";
import { parseLocale, type Locale } from "~/i18n/locales";
import type { Route } from "./+types/messages";

export const handle: PageHandle = { sendsFiles: true };

const FILE = /^([a-z]+)\.([0-9a-f]{12})\.json$/;
const compressedFiles = new Map<string, Promise<Buffer>>();

/** A request for another build's version gets the current messages, uncached. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const [, tag, version] = FILE.exec(params.file) ?? [];
  const locale = parseLocale(tag);
  if (locale === null)
    return new Response("There are no such messages.", {
      status: 404,
      headers: { "cache-control": "no-store" },
    });
  const file = messageFile(locale);
  const isCurrent = version === file.version;
  // React Router would read the coded bytes as JSON.
  const encoding = context.get(requestContext).isDataRequest
    ? null
    : negotiateEncoding(request.headers.get("accept-encoding"));
  const headers = {
    vary: "Accept-Encoding",
    "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "no-store",
    ...(isCurrent && { etag: `"${version}${encoding === null ? "" : `-${encoding}`}"` }),
  };
  if (headers.etag !== undefined && matchesEtag(request.headers.get("if-none-match"), headers.etag))
    return new Response(null, { status: 304, headers });
  const bytes =
    encoding === null ? Buffer.from(file.json) : await compressFile(locale, file.json, encoding);
  return markComplete(
    new Response(new Uint8Array(bytes), {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-length": String(bytes.byteLength),
        ...(encoding === null ? {} : { "content-encoding": encoding }),
        ...headers,
      },
    }),
  );
}

function compressFile(locale: Locale, json: string, encoding: Encoding): Promise<Buffer> {
  const name = `${locale}.${encoding}`;
  const pending = compressedFiles.get(name) ?? compress(Buffer.from(json), encoding, "best");
  compressedFiles.set(name, pending);
  return pending;
}
