import { useEffect } from "react";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import type { SubtitleOption, PlayerState } from "~/features/playback/player/engine/player-state";
import type { SubtitleKind } from "~/media/playback/subtitles/subtitle-kind";
import { AUTOMATIC } from "~/features/playback/player/preferences/player-preferences";

/** Stands for the language of a track without a tag. */
export const NO_LANGUAGE = "";

interface PreferredTracks {
  /** A language tag, `NO_LANGUAGE`, null for none, or `AUTOMATIC`. */
  subtitles: string | null;
  /** The label that is preferred among tracks of that language. */
  subtitleLabel?: string | undefined;
  /** The kind that is preferred, if none has that label; full by default. */
  subtitleKind?: SubtitleKind | undefined;
  /** A language tag, or undefined for the stream's default. */
  audio?: string | undefined;
  /** The language of the sound of a file, whose tracks the browser does not tell. */
  soundLanguage?: string | null | undefined;
}

/** Selects tracks in the preferred languages whenever the stream's tracks or its sound change. */
export function useTracks(
  engine: PlayerEngine | null,
  { subtitles, audios, audio }: PlayerState,
  preferred: PreferredTracks,
): void {
  const sound = (audios.length === 0 ? preferred.soundLanguage : audios[audio]?.language) ?? null;
  const { subtitles: language, subtitleLabel: label, subtitleKind: kind } = preferred;
  useEffect(() => {
    if (engine === null || subtitles.length === 0) return;
    const { subtitle } = engine.snapshot();
    const wanted =
      language === AUTOMATIC
        ? automaticSubtitle(subtitles, sound, navigator.languages)
        : chosenSubtitle(
            subtitles,
            { subtitles: language, subtitleLabel: label, subtitleKind: kind },
            subtitle,
          );
    if (wanted !== null && wanted !== subtitle) engine.setSubtitle(wanted);
  }, [engine, subtitles, sound, language, label, kind]);
  useEffect(() => {
    if (
      preferred.audio === undefined ||
      audios[engine?.snapshot().audio ?? -1]?.language === preferred.audio
    )
      return;
    const track = audios.find(({ language }) => language === preferred.audio);
    if (track !== undefined) engine?.setAudio(track.index);
  }, [engine, audios, preferred.audio]);
}

/** The chosen subtitles, or the closest ones of another episode: by name, then by kind. */
export function chosenSubtitle(
  subtitles: readonly SubtitleOption[],
  { subtitles: wanted, subtitleLabel, subtitleKind = "full" }: PreferredTracks,
  current: number,
): number {
  if (wanted === null) return -1;
  const exact = subtitles.filter(({ language }) => (language ?? NO_LANGUAGE) === wanted);
  const inLanguage =
    exact.length > 0 || wanted === NO_LANGUAGE
      ? exact
      : subtitles.filter(({ language }) => language !== null && isSameLanguage(language, wanted));
  const chosen =
    inLanguage.find(({ label }) => label === subtitleLabel) ??
    best(inLanguage.filter(({ kind }) => kind === subtitleKind)) ??
    inLanguage.find(({ index }) => index === current) ??
    fullest(inLanguage);
  return chosen?.index ?? -1;
}

/**
 * Returns the index of subtitles in a viewer's language for sound in another one, full ones first;
 * for sound in a language of the viewer of those that translate signs in this language, or -1.
 * Returns null, which leaves the stream's own choice, for sound of an unknown language and without
 * such subtitles.
 */
export function automaticSubtitle(
  subtitles: readonly SubtitleOption[],
  sound: string | null,
  languages: readonly string[],
): number | null {
  if (sound === null) return null;
  const isUnderstood = languages.some((tag) => isSameLanguage(tag, sound));
  if (isUnderstood) return inLanguages(ofKind(subtitles, "signs"), [sound], best)?.index ?? -1;
  return (
    KINDS.map((kind) => inLanguages(ofKind(subtitles, kind), languages, best)).find(
      (track) => track !== undefined,
    )?.index ?? null
  );
}

/** Returns the index of the subtitles that a viewer turns on without naming them. */
export function preferredSubtitle(
  subtitles: readonly SubtitleOption[],
  languages: readonly string[],
): number {
  return (inLanguages(subtitles, languages, fullest) ?? fullest(subtitles))?.index ?? 0;
}

/** The kinds that come by themselves, the best first. */
const KINDS: readonly SubtitleKind[] = ["full", "hearing_impaired", "signs"];

function ofKind(tracks: readonly SubtitleOption[], wanted: SubtitleKind): SubtitleOption[] {
  return tracks.filter(({ kind }) => kind === wanted);
}

/** The default of tracks, or the first. */
function best(tracks: readonly SubtitleOption[]): SubtitleOption | undefined {
  return tracks.find(({ isDefault }) => isDefault) ?? tracks[0];
}

function fullest(tracks: readonly SubtitleOption[]): SubtitleOption | undefined {
  const byKind = KINDS.map((kind) => best(ofKind(tracks, kind)));
  return byKind.find((track) => track !== undefined) ?? tracks[0];
}

function inLanguages(
  tracks: readonly SubtitleOption[],
  languages: readonly string[],
  choose: (tracks: readonly SubtitleOption[]) => SubtitleOption | undefined,
): SubtitleOption | undefined {
  const byLanguage = languages.map((tag) =>
    choose(tracks.filter(({ language }) => language !== null && isSameLanguage(tag, language))),
  );
  return byLanguage.find((track) => track !== undefined);
}

/** Compares without script and region, and `jpn` with `ja`. */
function isSameLanguage(one: string, another: string): boolean {
  return primaryLanguage(one) === primaryLanguage(another);
}

function primaryLanguage(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return tag.toLowerCase();
  }
}
