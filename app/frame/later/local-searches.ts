const KEY = "akari:searches";
export const MAX_LOCAL_SEARCHES = 6;

type SearchStorage = Pick<Storage, "getItem" | "setItem">;

/**
 * Lists a visitor's searches, newest first. Returns none while recording is off, and without
 * storage.
 */
export function listLocalSearches(storage: SearchStorage): string[] {
  try {
    if (storage.getItem("trackSearchHistory") === "false") return [];
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(stored)
      ? stored
          .filter((query): query is string => typeof query === "string")
          .slice(0, MAX_LOCAL_SEARCHES)
      : [];
  } catch {
    return [];
  }
}

export function recordLocalSearch(storage: SearchStorage, query: string): void {
  const text = query.trim();
  if (text === "" || storage.getItem("trackSearchHistory") === "false") return;
  save(storage, [text, ...without(storage, text)]);
}

export function removeLocalSearch(storage: SearchStorage, query: string): void {
  save(storage, without(storage, query));
}

function without(storage: SearchStorage, query: string): string[] {
  return listLocalSearches(storage).filter((other) => other.toLowerCase() !== query.toLowerCase());
}

function save(storage: SearchStorage, searches: readonly string[]): void {
  storage.setItem(KEY, JSON.stringify(searches.slice(0, MAX_LOCAL_SEARCHES)));
}
