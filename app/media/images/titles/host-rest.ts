/** Notices hosts that do not work and lets them rest, so that a page with a hundred pictures of one does not wait a hundred times. */
export interface HostRest {
  /** Whether the host or this very address has failed so recently that it is not asked. */
  isResting(url: string): boolean;
  succeeded(url: string): void;
  failed(url: string): void;
}

/** So many failures in a row, and a host rests for so long. */
const FAILURES = 4;
const HOST_REST_MS = 60_000;
/** A single address that failed, be it that the picture is gone, is left alone for longer. */
const ADDRESS_REST_MS = 10 * 60_000;
/** Hosts and addresses that are remembered; the oldest are forgotten first. */
const MOST_REMEMBERED = 5_000;

export function createHostRest(now: () => number = Date.now): HostRest {
  const hosts = new Map<string, { failures: number; until: number }>();
  const addresses = new Map<string, number>();

  return {
    isResting: (url) =>
      (hosts.get(hostOf(url))?.until ?? 0) > now() || (addresses.get(url) ?? 0) > now(),
    succeeded(url) {
      hosts.delete(hostOf(url));
      addresses.delete(url);
    },
    failed(url) {
      const host = hostOf(url);
      const failures = (hosts.get(host)?.failures ?? 0) + 1;
      remember(hosts, host, { failures, until: failures >= FAILURES ? now() + HOST_REST_MS : 0 });
      remember(addresses, url, now() + ADDRESS_REST_MS);
    },
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST_REMEMBERED) map.delete(map.keys().next().value ?? "");
}
