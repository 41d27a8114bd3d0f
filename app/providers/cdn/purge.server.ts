import type { PurgeSettings } from "~/config/cdn";
import type { OperatorFetch } from "~/outbound/operator-fetch.server";
import { joinKeys, type SurrogateKey } from "./surrogate-keys";

/** Throws when the cache does not confirm. */
export type Purge = (keys: readonly SurrogateKey[], signal?: AbortSignal) => Promise<void>;

/** Cloudflare and Fastly take a hundred and more. */
const MAX_KEYS_PER_REQUEST = 100;

/**
 * One POST per hundred keys, with the keys in the header that responses have them in and as JSON:
 * `tags` as Cloudflare and Akamai call them, `surrogate_keys` as Fastly does.
 */
export function createPurge(
  { url, token, keyHeader }: PurgeSettings,
  operatorFetch: OperatorFetch,
): Purge {
  const listName = keyHeader.endsWith("Tag") ? "tags" : "surrogate_keys";
  return async (keys, signal) => {
    for (let start = 0; start < keys.length; start += MAX_KEYS_PER_REQUEST) {
      const some = keys.slice(start, start + MAX_KEYS_PER_REQUEST);
      const { status } = await operatorFetch(url, {
        headers: {
          [keyHeader]: joinKeys(keyHeader, some),
          // The second one is Fastly's.
          ...(token === null ? {} : { authorization: `Bearer ${token}`, "fastly-key": token }),
        },
        json: { [listName]: some },
        ...(signal && { signal }),
      });
      if (status < 200 || status > 299)
        throw new Error(`the cache responded to a purge with ${status}`);
    }
  };
}
