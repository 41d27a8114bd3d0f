const IMAGES =
  "unset it, as each instance keeps converted images in its DATA_DIR; a bucket for them may be deleted";
const CACHE =
  "unset it, and let the cache in front keep responses as long as their Cache-Control says (docs/scaling.md)";

/** Settings that the site no longer has, and what to do about each that is still set. */
const REMOVED: Readonly<Record<string, string>> = {
  DATABASE_READ_URLS:
    "unset it, and let DATABASE_URL lead to a server that is large enough for all reads (docs/scaling.md)",
  CDN_PURGE_URL: CACHE,
  CDN_PURGE_TOKEN: CACHE,
  CDN_KEY_HEADER: CACHE,
  IMAGE_CACHE: IMAGES,
  S3_CACHE_BUCKET: IMAGES,
  DATABASE_READ_MAX_LAG: "unset it, as replicas are no longer read",
};

/** The names of removed settings, also as `<name>_FILE`. */
export const REMOVED_SETTINGS = Object.keys(REMOVED).flatMap((name) => [name, `${name}_FILE`]);

/** A sentence for each removed setting that is set, itself or as `<name>_FILE`. */
export function findRemovedSettings(given: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(REMOVED).flatMap(([name, advice]) =>
    [name, `${name}_FILE`]
      .filter((variable) => given[variable] !== undefined)
      .map((variable) => `${variable} was removed: ${advice}`),
  );
}
