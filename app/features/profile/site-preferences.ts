import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import type { SpoilerSettings } from "~/features/catalog/spoilers/spoiler-settings";
import { LIST_LAYOUTS } from "~/features/catalog/list-layout";
import { OPTIONAL_KINDS } from "~/features/notifications/port";
import { HIDE_SURFACES, HIDE_KINDS } from "~/features/listing/hidden/hide-choices";
import { TITLE_LANGUAGES } from "~/features/catalog/title-language";
import { MAX_LAYOUT_RAILS, RAIL_ID } from "~/features/home/home-rails";
import { canonicalZone } from "~/features/schedule/time-zone";
import { MAX_DELAY_HOURS } from "./profile-limits";
import { DEFAULT_LOCALE, LOCALES, parseLocale, type Locale } from "~/i18n/locales";

const THEMES = ["dark", "light", "system"] as const;

const language = (name: string) =>
  z
    .string()
    .regex(
      /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/,
      zodMessage({ key: "profile.languageTag", values: { field: name } }),
    );

const player = {
  volume: z.number().min(0).max(1),
  muted: z.boolean(),
  speed: z.number().min(0.25).max(4),
  autoplayNext: z.boolean(),
  autoSkip: z.boolean(),
  theater: z.boolean(),
  /** A language; null for none, `auto` or absent for what fits the sound's language. */
  subtitles: language("subtitles").nullable(),
  audio: language("audio"),
  subtitleSize: z.enum(["small", "medium", "large"]),
  subtitleBackground: z.enum(["none", "soft", "solid"]),
};

const timeZone = z
  .string()
  .max(64)
  .refine(
    (zone) => canonicalZone(zone) !== null,
    zodMessage({ key: "field.timeZone", values: { field: "timeZone" } }),
  );

/** A wall time as `HH:MM`. */
const clockTime = (field: string) =>
  z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, zodMessage({ key: "field.time", values: { field } }));

const rails = z.array(z.string().regex(RAIL_ID)).max(MAX_LAYOUT_RAILS);

const choices = {
  titleLanguage: z.enum(TITLE_LANGUAGES),
  theme: z.enum(THEMES),
  locale: z.enum(LOCALES),
  publicProfile: z.boolean(),
  publicList: z.boolean(),
  /** Whether suggestions are computed. If not, stored ones are deleted. */
  suggestions: z.boolean(),
  /** Lets suggestions compare the list with those of users who share theirs too. */
  sharedTaste: z.boolean(),
  /** How My list is shown. */
  listLayout: z.enum(LIST_LAYOUTS),
  /** Whether My list has one card per franchise. */
  listCollapsed: z.boolean(),
  /** The order of Home's rails, and those that are hidden. */
  home: z.object({ order: rails, hidden: rails }),
  /** IANA name of the user's time zone, as their browser last told it. */
  timeZone,
  /** How long after a broadcast the user can watch it; the schedule's times. */
  scheduleDelayHours: z.int().min(0).max(MAX_DELAY_HOURS),
  /** Whether titles of unwatched episodes are masked; synopses and images likewise. */
  hideEpisodeTitles: z.boolean(),
  hideEpisodeSynopses: z.boolean(),
  hideEpisodePictures: z.boolean(),
  /** Whether the catalog's scores are masked on pages. */
  hideScores: z.boolean(),
  /** Whether other users' reviews are masked on pages. */
  hideReviews: z.boolean(),
  /** Leaves filler and recaps out of what comes next and of progress. */
  skipFiller: z.boolean(),
  /** What pages leave out of the catalog, and which pages do. */
  hide: z.array(z.enum(HIDE_KINDS)).max(HIDE_KINDS.length),
  hideOn: z.array(z.enum(HIDE_SURFACES)).max(HIDE_SURFACES.length),
  /** The kinds of notifications that the user does not get. */
  notificationsOff: z.array(z.enum(OPTIONAL_KINDS)).max(OPTIONAL_KINDS.length),
  /** The hours of the night, in the user's time zone, in which nothing is sent; null for none. */
  quietFrom: clockTime("quietFrom").nullable(),
  quietUntil: clockTime("quietUntil").nullable(),
  /** The hour, in the user's time zone, at which what is mailed daily or weekly is sent. */
  digestHour: z.int().min(0).max(23),
};

export const sitePreferencesInputSchema = z
  .object({ ...z.object(choices).partial().shape, player: z.object(player).partial().optional() })
  .refine(
    (input) => Object.values(input).some((value) => value !== undefined),
    zodMessage({
      key: "field.atLeastOne",
      values: {
        fields: [...Object.keys(choices), "player"].join(", "),
      },
    }),
  );
export type SitePreferencesInput = z.output<typeof sitePreferencesInputSchema>;

export const sitePreferencesSchema = z.object({
  titleLanguage: choices.titleLanguage.catch("romaji"),
  theme: choices.theme.catch("dark"),
  locale: choices.locale.catch(DEFAULT_LOCALE),
  publicProfile: choices.publicProfile.catch(false),
  publicList: choices.publicList.catch(false),
  suggestions: choices.suggestions.catch(true),
  sharedTaste: choices.sharedTaste.catch(false),
  listLayout: choices.listLayout.catch("rows"),
  listCollapsed: choices.listCollapsed.catch(false),
  home: choices.home.catch({ order: [], hidden: [] }),
  timeZone: choices.timeZone.nullable().catch(null),
  scheduleDelayHours: choices.scheduleDelayHours.catch(0),
  hideEpisodeTitles: choices.hideEpisodeTitles.catch(false),
  hideEpisodeSynopses: choices.hideEpisodeSynopses.catch(false),
  hideEpisodePictures: choices.hideEpisodePictures.catch(false),
  hideScores: choices.hideScores.catch(false),
  hideReviews: choices.hideReviews.catch(false),
  skipFiller: choices.skipFiller.catch(false),
  hide: choices.hide.catch([]),
  hideOn: choices.hideOn.catch([...HIDE_SURFACES]),
  notificationsOff: choices.notificationsOff.catch([]),
  quietFrom: choices.quietFrom.catch(null),
  quietUntil: choices.quietUntil.catch(null),
  digestHour: choices.digestHour.catch(8),
  player: z
    .object({
      volume: player.volume.catch(1),
      muted: player.muted.catch(false),
      speed: player.speed.catch(1),
      autoplayNext: player.autoplayNext.catch(true),
      autoSkip: player.autoSkip.catch(false),
      theater: player.theater.catch(false),
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
      theater: false,
      subtitleSize: "medium",
      subtitleBackground: "soft",
    }),
});
export type SitePreferences = z.output<typeof sitePreferencesSchema>;

/** Returns the locale that the user chose, or null to follow the browser. */
export function chosenLocale(stored: unknown): Locale | null {
  return typeof stored === "object" && stored !== null && "locale" in stored
    ? parseLocale(stored.locale)
    : null;
}

/** The settings that the user has chosen, without defaults. */
export type PlayerChoices = Partial<SitePreferences["player"]>;

export function chosenPlayer(stored: unknown): PlayerChoices {
  const kept: unknown =
    typeof stored === "object" && stored !== null && "player" in stored ? stored.player : null;
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(readSitePreferences(stored).player).filter(([name]) => name in kept),
  );
}

/** Accepts any stored shape. */
export function readSitePreferences(stored: unknown): SitePreferences {
  return sitePreferencesSchema.parse(typeof stored === "object" && stored !== null ? stored : {});
}

export function spoilerSettings(site: SitePreferences): SpoilerSettings {
  return {
    episodeTitles: site.hideEpisodeTitles,
    episodeSynopses: site.hideEpisodeSynopses,
    episodeImages: site.hideEpisodePictures,
    scores: site.hideScores,
    reviews: site.hideReviews,
  };
}

/** Whether the choices make any of the user's data visible to other users. */
export function sharesWithOthers({
  publicProfile,
  publicList,
  sharedTaste,
}: Pick<SitePreferencesInput, "publicProfile" | "publicList" | "sharedTaste">): boolean {
  return publicProfile === true || publicList === true || sharedTaste === true;
}
