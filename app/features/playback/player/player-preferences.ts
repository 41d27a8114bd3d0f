/** How this browser plays. It stays in the browser: a television wants another volume than a telephone. */
export interface PlayerPreferences {
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  /** 0.5 to 2. */
  speed: number;
  /** A language tag, null for none, undefined for what the stream proposes. */
  subtitles?: string | null | undefined;
  /** A language tag, or undefined for what the stream proposes. */
  audio?: string | undefined;
  subtitleSize: "small" | "medium" | "large";
  subtitleBackground: "none" | "soft" | "solid";
  /** Goes on to the next episode by itself. */
  autoplayNext: boolean;
  /** Skips marked intros and outros by itself. */
  autoSkip: boolean;
}

const KEY = "akari:player";

/** The stored preferences; the defaults where there are none, or where storing is forbidden. */
export function readPlayerPreferences(storage: Pick<Storage, "getItem"> | null): PlayerPreferences {
  try {
    return toPreferences(JSON.parse(storage?.getItem(KEY) ?? "{}"));
  } catch {
    return toPreferences({});
  }
}

/** Takes each value that can be used, and the default for each that cannot. By hand: a schema library would weigh more than the player's controls. */
function toPreferences(stored: unknown): PlayerPreferences {
  const kept = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<Record<keyof PlayerPreferences, unknown>>;
  return {
    volume: within(kept.volume, 0, 1, 1),
    muted: kept.muted === true,
    speed: within(kept.speed, 0.5, 2, 1),
    subtitles: kept.subtitles === null ? null : languageTag(kept.subtitles),
    audio: languageTag(kept.audio),
    subtitleSize: oneOf(kept.subtitleSize, ["small", "medium", "large"], "medium"),
    subtitleBackground: oneOf(kept.subtitleBackground, ["none", "soft", "solid"], "soft"),
    autoplayNext: kept.autoplayNext !== false,
    autoSkip: kept.autoSkip === true,
  };
}

function within(value: unknown, least: number, most: number, otherwise: number): number {
  return typeof value === "number" && value >= least && value <= most ? value : otherwise;
}

function oneOf<const T extends string>(value: unknown, choices: readonly T[], otherwise: T): T {
  return choices.find((choice) => choice === value) ?? otherwise;
}

function languageTag(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= 40 ? value : undefined;
}

/** Keeps the preferences, if the browser lets us. */
export function writePlayerPreferences(storage: Pick<Storage, "setItem"> | null, preferences: PlayerPreferences): void {
  try {
    storage?.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Full or forbidden: they hold for this visit only.
  }
}
