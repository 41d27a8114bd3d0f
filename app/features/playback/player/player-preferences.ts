import { z } from "zod";

/** How this browser plays. It stays in the browser: a television wants another volume than a telephone. */
const schema = z.object({
  volume: z.number().min(0).max(1).catch(1),
  muted: z.boolean().catch(false),
  speed: z.number().min(0.5).max(2).catch(1),
  /** A language tag, null for none, undefined for what the stream proposes. */
  subtitles: z.string().max(40).nullish().catch(undefined),
  /** A language tag, or undefined for what the stream proposes. */
  audio: z.string().max(40).optional().catch(undefined),
  subtitleSize: z.enum(["small", "medium", "large"]).catch("medium"),
  subtitleBackground: z.enum(["none", "soft", "solid"]).catch("soft"),
  /** Goes on to the next episode by itself. */
  autoplayNext: z.boolean().catch(true),
  /** Skips marked intros and outros by itself. */
  autoSkip: z.boolean().catch(false),
});
export type PlayerPreferences = z.output<typeof schema>;

const KEY = "akari:player";

/** The stored preferences; the defaults where there are none, or where storing is forbidden. */
export function readPlayerPreferences(storage: Pick<Storage, "getItem"> | null): PlayerPreferences {
  try {
    return schema.parse(JSON.parse(storage?.getItem(KEY) ?? "{}"));
  } catch {
    return schema.parse({});
  }
}

/** Keeps the preferences, if the browser lets us. */
export function writePlayerPreferences(storage: Pick<Storage, "setItem"> | null, preferences: PlayerPreferences): void {
  try {
    storage?.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Full or forbidden: they hold for this visit only.
  }
}
