/** How this browser plays. */
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
const DEFAULTS: PlayerPreferences = {
  volume: 1,
  muted: false,
  speed: 1,
  subtitleSize: "medium",
  subtitleBackground: "soft",
  autoplayNext: true,
  autoSkip: false,
};
/** Those that stay with the device: a television wants another volume than a telephone. */
const OF_THE_DEVICE: ReadonlySet<string> = new Set(["volume", "muted"]);

type Reader = Pick<Storage, "getItem"> | null;

/**
 * The preferences to play by: the account's where it has them, this browser's else. Volume is the other way round: the account's counts only where this
 * browser has none yet. The defaults fill what neither has, or where storing is forbidden. `stored` is whatever the account holds, null for a visitor.
 */
export function preferencesFor(storage: Reader, stored: unknown): PlayerPreferences {
  const here = kept(storage);
  const { volume, muted, ...others } = usable(stored);
  const ofDevice = here === null ? definedOf({ volume, muted }) : {};
  return { ...DEFAULTS, ...usable(here), ...others, ...ofDevice };
}

/** The part of a change that the account should remember; null when it is the device's alone. */
export function accountPart(change: Partial<PlayerPreferences>): Partial<PlayerPreferences> | null {
  const entries = Object.entries(definedOf(change)).filter(([name]) => !OF_THE_DEVICE.has(name));
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Keeps the preferences, if the browser lets us. */
export function writePlayerPreferences(
  storage: Pick<Storage, "setItem"> | null,
  preferences: PlayerPreferences,
): void {
  try {
    storage?.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Full or forbidden: they hold for this visit only.
  }
}

/** Null when this browser has never kept any. */
function kept(storage: Reader): unknown {
  try {
    const text = storage?.getItem(KEY) ?? null;
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The values that can be used, and no others. By hand: a schema library would weigh more than the player's controls. */
function usable(stored: unknown): Partial<PlayerPreferences> {
  const found = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<
    Record<keyof PlayerPreferences, unknown>
  >;
  return definedOf({
    volume: within(found.volume, 0, 1),
    muted: flag(found.muted),
    speed: within(found.speed, 0.5, 2),
    subtitles: found.subtitles === null ? null : languageTag(found.subtitles),
    audio: languageTag(found.audio),
    subtitleSize: oneOf(found.subtitleSize, ["small", "medium", "large"]),
    subtitleBackground: oneOf(found.subtitleBackground, ["none", "soft", "solid"]),
    autoplayNext: flag(found.autoplayNext),
    autoSkip: flag(found.autoSkip),
  });
}

function definedOf(fields: {
  [Name in keyof PlayerPreferences]?: PlayerPreferences[Name] | undefined;
}): Partial<PlayerPreferences> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function within(value: unknown, least: number, most: number): number | undefined {
  return typeof value === "number" && value >= least && value <= most ? value : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function oneOf<const T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

function languageTag(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= 40 ? value : undefined;
}
