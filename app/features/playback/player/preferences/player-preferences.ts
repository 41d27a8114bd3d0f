/** Chooses subtitles by the language of the sound; as a preference in place of a language tag. */
export const AUTOMATIC = "auto";

export interface PlayerPreferences {
  volume: number;
  muted: boolean;
  speed: number;
  /** A language tag, null for none, or `AUTOMATIC`. */
  subtitles: string | null;
  /** A language tag, or undefined for the stream's default. */
  audio?: string | undefined;
  subtitleSize: "small" | "medium" | "large";
  subtitleBackground: "none" | "soft" | "solid";
  plainSubtitles: boolean;
  autoplayNext: boolean;
  autoSkip: boolean;
  /** Whether the player has the page's whole width. */
  theater: boolean;
}

const STORAGE_KEY = "akari:player";
const DEFAULTS: PlayerPreferences = {
  volume: 1,
  muted: false,
  speed: 1,
  subtitles: AUTOMATIC,
  subtitleSize: "medium",
  subtitleBackground: "soft",
  plainSubtitles: false,
  autoplayNext: true,
  autoSkip: false,
  theater: false,
};
/** Settings that are not synced: the right volume differs between devices. */
const DEVICE_SETTINGS: ReadonlySet<string> = new Set(["volume", "muted"]);

type Reader = Pick<Storage, "getItem"> | null;

/**
 * The account's preferences override the browser's, except for volume, which the browser's
 * overrides. `stored` is the account's unvalidated value, null for a visitor.
 */
export function mergePreferences(storage: Reader, stored: unknown): PlayerPreferences {
  const local = readStored(storage);
  const { volume, muted, ...others } = parsePreferences(stored);
  const ofDevice = local === null ? omitUndefined({ volume, muted }) : {};
  return { ...DEFAULTS, ...parsePreferences(local), ...others, ...ofDevice };
}

/** The part of a change to sync with the account, or null. */
export function toAccountPreferences(
  change: Partial<PlayerPreferences>,
): Partial<PlayerPreferences> | null {
  const entries = Object.entries(omitUndefined(change)).filter(
    ([name]) => !DEVICE_SETTINGS.has(name),
  );
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

export function writePlayerPreferences(
  storage: Pick<Storage, "setItem"> | null,
  preferences: PlayerPreferences,
): void {
  try {
    storage?.setItem(STORAGE_KEY, JSON.stringify(preferences));
  } catch {
    // Storage is full or disabled.
  }
}

function readStored(storage: Reader): unknown {
  try {
    const text = storage?.getItem(STORAGE_KEY) ?? null;
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Parses without a schema library, which would outweigh the player's controls. */
function parsePreferences(stored: unknown): Partial<PlayerPreferences> {
  const fields = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<
    Record<keyof PlayerPreferences, unknown>
  >;
  return omitUndefined({
    volume: numberBetween(fields.volume, 0, 1),
    muted: optionalBoolean(fields.muted),
    speed: numberBetween(fields.speed, 0.5, 2),
    subtitles: fields.subtitles === null ? null : languageTag(fields.subtitles),
    audio: languageTag(fields.audio),
    subtitleSize: oneOf(fields.subtitleSize, ["small", "medium", "large"]),
    subtitleBackground: oneOf(fields.subtitleBackground, ["none", "soft", "solid"]),
    plainSubtitles: optionalBoolean(fields.plainSubtitles),
    autoplayNext: optionalBoolean(fields.autoplayNext),
    autoSkip: optionalBoolean(fields.autoSkip),
    theater: optionalBoolean(fields.theater),
  });
}

function omitUndefined(fields: {
  [Name in keyof PlayerPreferences]?: PlayerPreferences[Name] | undefined;
}): Partial<PlayerPreferences> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function numberBetween(value: unknown, min: number, max: number): number | undefined {
  return typeof value === "number" && value >= min && value <= max ? value : undefined;
}

function optionalBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function oneOf<const T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

function languageTag(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= 40 ? value : undefined;
}
