import { ANIME_TYPES } from "~/features/catalog/vocabulary";
import { NO_FILTERS, type FilterValues } from "~/features/listing/filters/filters";
import { parseEntryState } from "~/features/watch-list/entry-states";
import { tabOfState } from "~/features/watch-list/entry-tabs";
import { listPath, readListView } from "~/features/watch-list/view/list-view";

const ALL = { ...readListView(new URLSearchParams()), tab: "all" } as const;

export function filterPath(filters: Partial<FilterValues>): string {
  return listPath({ ...ALL, filters: { ...NO_FILTERS, ...filters } });
}

/** The path of the list with the stored scores that a bar counts. */
export function ownScorePath({ from, to }: { from: number; to: number }): string {
  return listPath({ ...ALL, ownScore: [from, to] });
}

export function statePath(state: string | null): string | undefined {
  const parsed = parseEntryState(state ?? "");
  return parsed === null && state !== null
    ? undefined
    : listPath({ ...ALL, tab: tabOfState(parsed) });
}

export function typePath(name: string | null): string | undefined {
  const type = ANIME_TYPES.find((candidate) => candidate === name);
  return type === undefined ? undefined : filterPath({ types: [type] });
}

export function lengthPath(name: string | null): string | undefined {
  const [, min, max] = /^(\d+)(?:–(\d+)|\+)?$/.exec(name ?? "") ?? [];
  if (min === undefined) return undefined;
  const episodesMax = name?.endsWith("+") === true ? null : Number(max ?? min);
  return filterPath({ episodesMin: Number(min), episodesMax });
}
