import { useCallback, useEffect, useReducer, useState } from "react";
import type { RecentSearch } from "~/features/search-history/view/recent-searches";
import { listLocalSearches, recordLocalSearch, removeLocalSearch } from "./local-searches";

interface RecentSearches {
  searches: readonly string[];
  /** The server records an account's. */
  record: (query: string) => void;
  remove: (query: string) => void;
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
  const [, countChange] = useReducer((count: number) => count + 1, 0);
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
      countChange();
    },
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
  useEffect(() => {
    if (!isNeeded) return undefined;
    const controller = new AbortController();
    fetch("/suggest", { signal: controller.signal })
      .then(async (response) => {
        if (response.ok)
          setRecent(((await response.json()) as { recent: readonly RecentSearch[] }).recent);
      })
      .catch(() => undefined);
    return () => controller.abort();
  }, [isNeeded]);
  const remove = (query: string): void => {
    const removed = recent.find((search) => search.query === query);
    if (removed === undefined) return;
    setRecent(recent.filter((search) => search !== removed));
    fetch(`/api/user/searchHistory?id=${removed.id}`, { method: "DELETE" })
      .then((response) => (response.ok ? undefined : setRecent(recent)))
      .catch(() => setRecent(recent));
  };
  return { searches: recent.map(({ query }) => query), remove };
}
