import { throughProxy } from "./rewrite-playlist";

/** The query parameters by which a cloned pathway reaches us: what to replace in the source before it is fetched. */
const CLONE_HOST = "clone.host";
const CLONE_PARAMETER = "clone.param.";

type Json = Record<string, unknown>;

/**
 * Rewrites the JSON that playlists lead to and that leads further: a steering manifest (`RELOAD-URI`, `PATHWAY-CLONES`) or a list of
 * interstitials (`ASSETS`), relative to `url`. Null for any other text, which stays as it is.
 */
export function rewriteList(text: string, url: URL): string | null {
  const list = readObject(text);
  if (list === null) return null;
  if (Array.isArray(list["PATHWAY-PRIORITY"]) && list["TTL"] !== undefined)
    return JSON.stringify(steering(list, url));
  if (Array.isArray(list["ASSETS"]) && list["ASSETS"].some(isObject))
    return JSON.stringify({
      ...list,
      ASSETS: list["ASSETS"].map((asset: unknown) =>
        isObject(asset) ? withAddress(asset, "URI", url) : asset,
      ),
    });
  return null;
}

/** The source as a cloned pathway means it: another host, parameters added or replaced. It is judged like any other afterwards. */
export function clonedSource(source: string, parameters: URLSearchParams): string {
  const host = parameters.get(CLONE_HOST);
  const added = [...parameters].filter(([name]) => name.startsWith(CLONE_PARAMETER));
  if ((host === null && added.length === 0) || !URL.canParse(source)) return source;
  const url = new URL(source);
  if (host !== null) url.host = host;
  for (const [name, value] of added)
    url.searchParams.set(name.slice(CLONE_PARAMETER.length), value);
  return url.href;
}

function steering(manifest: Json, url: URL): Json {
  const clones = manifest["PATHWAY-CLONES"];
  const rewritten = withAddress(manifest, "RELOAD-URI", url);
  return Array.isArray(clones)
    ? { ...rewritten, "PATHWAY-CLONES": clones.flatMap((clone: unknown) => cloned(clone)) }
    : rewritten;
}

/**
 * A player replaces the host of the addresses that it knows, which would be ours, so the host becomes a parameter that we replace it by. Clones
 * that name addresses of their own are left out: players want those absolute, and an answer that caches keep must not tell our own
 * host. A pathway that does not exist is passed over by players.
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

function withAddress(object: Json, key: string, url: URL): Json {
  const address = object[key];
  return typeof address === "string"
    ? { ...object, [key]: throughProxy(address, url.href) ?? address }
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
