import type { SubtitleKind } from "~/media/playback/subtitles/subtitle-kind";

export interface SeriesChoice {
  /** The choice, as in `PreferredTracks`; undefined for the viewer's preference. */
  subtitles?: string | null | undefined;
  subtitleLabel?: string | undefined;
  subtitleKind?: SubtitleKind | undefined;
  audio?: string | undefined;
  subtitleDelay?: number | undefined;
}

const STORAGE_KEY = "akari:player-series";
/** The oldest choices are evicted. */
const MAX_SERIES = 300;
export const MAX_DELAY_SECONDS = 60;

export function readSeriesChoice(storage: Pick<Storage, "getItem">, animeId: number): SeriesChoice {
  const stored = readAll(storage).find(([id]) => id === animeId)?.[1];
  return stored === undefined ? {} : parseChoice(stored);
}

export function writeSeriesChoice(
  storage: Pick<Storage, "getItem" | "setItem">,
  animeId: number,
  change: SeriesChoice,
): void {
  const all = readAll(storage);
  const choice = { ...readSeriesChoice(storage, animeId), ...change };
  const entries = [...all.filter(([id]) => id !== animeId), [animeId, choice]].slice(-MAX_SERIES);
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(entries));
  } catch {
    // Storage is full or disabled.
  }
}

function readAll(storage: Pick<Storage, "getItem">): [number, unknown][] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter(
      (entry): entry is [number, unknown] => Array.isArray(entry) && typeof entry[0] === "number",
    );
  } catch {
    return [];
  }
}

/** Parses without a schema library, which would outweigh the player's controls. */
function parseChoice(stored: unknown): SeriesChoice {
  const { subtitles, subtitleLabel, subtitleKind, audio, subtitleDelay } = (
    typeof stored === "object" && stored !== null ? stored : {}
  ) as Partial<Record<keyof SeriesChoice, unknown>>;
  return {
    ...(subtitles === null || isText(subtitles) ? { subtitles } : {}),
    ...(isText(subtitleLabel) ? { subtitleLabel } : {}),
    ...(isKind(subtitleKind) ? { subtitleKind } : {}),
    ...(isText(audio) ? { audio } : {}),
    ...(typeof subtitleDelay === "number" && Math.abs(subtitleDelay) <= MAX_DELAY_SECONDS
      ? { subtitleDelay }
      : {}),
  };
}

function isKind(value: unknown): value is SubtitleKind {
  const kinds: SubtitleKind[] = ["full", "signs", "hearing_impaired", "commentary"];
  return kinds.some((kind) => kind === value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= 200;
}
