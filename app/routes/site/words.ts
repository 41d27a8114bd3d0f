import { markPrepared } from "~/http/response/cache/prepared-response.server";
import { acceptedEncoding, compress, type Encoding } from "~/http/response/cache/compress.server";
import { messageFile } from "~/language/catalogs.server";
import { readLocale, type Locale } from "~/language/locales";
import type { Route } from "./+types/words";

const FILE = /^([a-z]+)\.([0-9a-f]{12})\.json$/;
const compressed = new Map<string, Promise<Buffer>>();

/**
 * `/words/es.0123456789ab.json`: the messages of a language. A name of another version, which a page from before or after a change asks for,
 * gets what there is, to be kept by nobody.
 */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  const [, tag, version] = FILE.exec(params.file) ?? [];
  const locale = readLocale(tag);
  if (locale === null)
    return new Response("There are no such messages.", {
      status: 404,
      headers: { "cache-control": "no-store" },
    });
  const file = messageFile(locale);
  const encoding = acceptedEncoding(request.headers.get("accept-encoding"));
  const bytes =
    encoding === null ? Buffer.from(file.json) : await compressedFile(locale, file.json, encoding);
  return markPrepared(
    new Response(new Uint8Array(bytes), {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-length": String(bytes.byteLength),
        ...(encoding === null ? {} : { "content-encoding": encoding }),
        vary: "Accept-Encoding",
        "cache-control":
          version === file.version ? "public, max-age=31536000, immutable" : "no-store",
        "cross-origin-resource-policy": "same-origin",
      },
    }),
  );
}

function compressedFile(locale: Locale, json: string, encoding: Encoding): Promise<Buffer> {
  const name = `${locale}.${encoding}`;
  const made = compressed.get(name) ?? compress(Buffer.from(json), encoding, "best");
  compressed.set(name, made);
  return made;
}
