import { parseUrl } from "~/parsing/parse-url";
import { viaProxy } from "./rewrite-playlist";

/** What a cloned pathway replaces. */
const CLONE_HOST = "clone.host";
const CLONE_PARAMETER = "clone.param.";

type Json = Record<string, unknown>;

/** A steering manifest or a list of interstitials. Null for other texts. */
export function rewriteList(text: string, url: URL): string | null {
  const list = readObject(text);
  if (list === null) return null;
  if (Array.isArray(list["PATHWAY-PRIORITY"]) && list["TTL"] !== undefined)
    return JSON.stringify(steering(list, url));
  if (Array.isArray(list["ASSETS"]) && list["ASSETS"].some(isObject))
    return JSON.stringify({
      ...list,
      ASSETS: list["ASSETS"].map((asset: unknown) =>
        isObject(asset) ? withProxiedUrl(asset, "URI", url) : asset,
      ),
    });
  return null;
}

/** Applies the clone's parameters to a source, which is then validated like any source. */
export function clonedSource(source: string, parameters: URLSearchParams): string {
  const host = parameters.get(CLONE_HOST);
  const added = [...parameters].filter(([name]) => name.startsWith(CLONE_PARAMETER));
  const url = host === null && added.length === 0 ? null : parseUrl(source);
  if (url === null) return source;
  if (host !== null) url.host = host;
  for (const [name, value] of added)
    url.searchParams.set(name.slice(CLONE_PARAMETER.length), value);
  return url.href;
}

function steering(manifest: Json, url: URL): Json {
  const clones = manifest["PATHWAY-CLONES"];
  const rewritten = withProxiedUrl(manifest, "RELOAD-URI", url);
  return Array.isArray(clones)
    ? { ...rewritten, "PATHWAY-CLONES": clones.flatMap((clone: unknown) => cloned(clone)) }
    : rewritten;
}

/**
 * Players would replace the proxy's host, so it becomes a parameter. Own URIs have to be absolute,
 * and a cacheable response must not hold our host.
 */
function cloned(clone: unknown): Json[] {
  const replacement = isObject(clone) ? clone["URI-REPLACEMENT"] : null;
  if (
    !isObject(clone) ||
    !isObject(replacement) ||
    "PER-VARIANT-URIS" in replacement ||
    "PER-RENDITION-URIS" in replacement
  )
    return [];
  const { HOST: host, PARAMS: given, ...others } = replacement;
  const parameters = Object.entries(isObject(given) ? given : {}).map(([name, value]) => [
    CLONE_PARAMETER + name,
    value,
  ]);
  if (typeof host === "string") parameters.push([CLONE_HOST, host]);
  return [
    { ...clone, "URI-REPLACEMENT": { ...others, PARAMS: Object.fromEntries(parameters) as Json } },
  ];
}

function withProxiedUrl(object: Json, key: string, url: URL): Json {
  const address = object[key];
  return typeof address === "string"
    ? { ...object, [key]: viaProxy(address, url.href) ?? address }
    : object;
}

function readObject(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
