import { href } from "react-router";
import { useCallback, useEffect, useState } from "react";
import type { RecentSearch } from "~/features/search-history/view/recent-searches";
import { listLocalSearches, recordLocalSearch, removeLocalSearch } from "./local-searches";

interface RecentSearches {
  searches: readonly string[];
  /** The server records an account's. */
  record: (query: string) => void;
  remove: (query: string) => void;
  /** The last one that was removed. */
  removed: string | null;
}

/** Recent searches of the account, or of this browser for a visitor. None after an error. */
export function useRecentSearches({
  isSignedIn,
  isNeeded,
}: {
  isSignedIn: boolean;
  isNeeded: boolean;
}): RecentSearches {
  const account = useAccountSearches(isSignedIn && isNeeded);
  const [removed, setRemoved] = useState<string | null>(null);
  const record = useCallback(
    (query: string) => {
      if (!isSignedIn) withStorage((storage) => recordLocalSearch(storage, query));
    },
    [isSignedIn],
  );
  if (isSignedIn) return { ...account, record };
  return {
    searches: isNeeded ? (withStorage(listLocalSearches) ?? []) : [],
    record,
    remove(query) {
      withStorage((storage) => removeLocalSearch(storage, query));
      setRemoved(query);
    },
    removed,
  };
}

/** Storage may be disabled, or full. */
function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}

function useAccountSearches(isNeeded: boolean): Omit<RecentSearches, "record"> {
  const [recent, setRecent] = useState<readonly RecentSearch[]>([]);
  const [removed, setRemoved] = useState<string | null>(null);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const controller = new AbortController();
    fetch(href("/suggest"), { signal: controller.signal })
      .then(async (response) => {
        if (response.ok)
          setRecent(((await response.json()) as { recent: readonly RecentSearch[] }).recent);
      })
      .catch(() => undefined);
    return () => controller.abort();
  }, [isNeeded]);
  const remove = (query: string): void => {
    const found = recent.find((search) => search.query === query);
    if (found === undefined) return;
    setRecent(recent.filter((search) => search !== found));
    fetch(`${href("/api/user/searchHistory")}?id=${found.id}`, { method: "DELETE" })
      .then((response) => (response.ok ? setRemoved(query) : setRecent(recent)))
      .catch(() => setRecent(recent));
  };
  return { searches: recent.map(({ query }) => query), remove, removed };
}
