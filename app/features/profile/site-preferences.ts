import { z } from "zod";
import { TITLE_LANGUAGES } from "~/features/catalog/title-language";
import { DEFAULT_LOCALE, LOCALES, readLocale, type Locale } from "~/language/locales";

/** How the site is lit: `system` follows the device. */
const THEMES = ["dark", "light", "system"] as const;

/** A language tag (BCP 47). */
const language = (name: string) =>
  z
    .string()
    .regex(
      /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/,
      `Name the language of ${name} by its tag, such as en.`,
    );

const player = {
  /** 0 is silent, 1 is full. */
  volume: z.number().min(0).max(1),
  muted: z.boolean(),
  /** 1 is the film's own speed. */
  speed: z.number().min(0.25).max(4),
  autoplayNext: z.boolean(),
  /** Skips marked intros and outros by itself. */
  autoSkip: z.boolean(),
  /** A language, or null for no subtitles. Left out for what the stream proposes, as the next one. */
  subtitles: language("subtitles").nullable(),
  audio: language("audio"),
  subtitleSize: z.enum(["small", "medium", "large"]),
  subtitleBackground: z.enum(["none", "soft", "solid"]),
};

const choices = {
  titleLanguage: z.enum(TITLE_LANGUAGES),
  theme: z.enum(THEMES),
  locale: z.enum(LOCALES),
  /** Whether others may see the profile. */
  publicProfile: z.boolean(),
};

/** The choices about the site beyond those of specification 2.2; a part of them may be sent. */
export const sitePreferencesInputSchema = z
  .object({ ...z.object(choices).partial().shape, player: z.object(player).partial().optional() })
  .refine(
    (input) => Object.values(input).some((value) => value !== undefined),
    "Send at least one of titleLanguage, theme, locale, publicProfile and player.",
  );
export type SitePreferencesInput = z.output<typeof sitePreferencesInputSchema>;

/** All choices. Stored ones that this version does not understand count as not chosen. */
export const sitePreferencesSchema = z.object({
  titleLanguage: choices.titleLanguage.catch("romaji"),
  theme: choices.theme.catch("dark"),
  locale: choices.locale.catch(DEFAULT_LOCALE),
  publicProfile: choices.publicProfile.catch(false),
  player: z
    .object({
      volume: player.volume.catch(1),
      muted: player.muted.catch(false),
      speed: player.speed.catch(1),
      autoplayNext: player.autoplayNext.catch(true),
      autoSkip: player.autoSkip.catch(false),
      subtitles: player.subtitles.optional().catch(undefined),
      audio: player.audio.optional().catch(undefined),
      subtitleSize: player.subtitleSize.catch("medium"),
      subtitleBackground: player.subtitleBackground.catch("soft"),
    })
    .catch({
      volume: 1,
      muted: false,
      speed: 1,
      autoplayNext: true,
      autoSkip: false,
      subtitleSize: "medium",
      subtitleBackground: "soft",
    }),
});
export type SitePreferences = z.output<typeof sitePreferencesSchema>;

/** The site's language in a stored value, or null where none was chosen and the browser decides. */
export function chosenLocale(stored: unknown): Locale | null {
  return typeof stored === "object" && stored !== null && "locale" in stored
    ? readLocale(stored.locale)
    : null;
}

/** What a person has chosen for the player, and nothing of what they left alone. */
export type PlayerChoices = Partial<SitePreferences["player"]>;

/** The player's choices in a stored value, as far as any were made. */
export function chosenPlayer(stored: unknown): PlayerChoices {
  const kept: unknown =
    typeof stored === "object" && stored !== null && "player" in stored ? stored.player : null;
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(readSitePreferences(stored).player).filter(([name]) => name in kept),
  );
}

/** The choices in a stored value, whatever it holds. */
export function readSitePreferences(stored: unknown): SitePreferences {
  return sitePreferencesSchema.parse(typeof stored === "object" && stored !== null ? stored : {});
}
