import { useEffect } from "react";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import type { TrackOption, PlayerState } from "~/features/playback/player/engine/player-state";
import { AUTOMATIC } from "~/features/playback/player/preferences/player-preferences";

/** Stands for the language of a track without a tag. */
export const NO_LANGUAGE = "";

interface PreferredTracks {
  /** A language tag, `NO_LANGUAGE`, null for none, or `AUTOMATIC`. */
  subtitles: string | null;
  /** The label that is preferred among tracks of that language. */
  subtitleLabel?: string | undefined;
  /** A language tag, or undefined for the stream's default. */
  audio?: string | undefined;
}

/** Selects tracks in the preferred languages whenever the stream's tracks or its sound change. */
export function useTracks(
  engine: PlayerEngine | null,
  { subtitles, audios, audio }: PlayerState,
  preferred: PreferredTracks,
): void {
  const sound = audios[audio]?.language ?? null;
  const { subtitles: language, subtitleLabel: label } = preferred;
  useEffect(() => {
    if (engine === null || subtitles.length === 0) return;
    const { subtitle } = engine.snapshot();
    const wanted =
      language === AUTOMATIC
        ? automaticSubtitle(subtitles, sound, navigator.languages)
        : chosenSubtitle(subtitles, language, label, subtitle);
    if (wanted !== null && wanted !== subtitle) engine.setSubtitle(wanted);
  }, [engine, subtitles, sound, language, label]);
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

function chosenSubtitle(
  subtitles: readonly TrackOption[],
  wanted: string | null,
  wantedLabel: string | undefined,
  current: number,
): number {
  const inLanguage = subtitles.filter(({ language }) => (language ?? NO_LANGUAGE) === wanted);
  const named = inLanguage.find(({ label }) => label === wantedLabel);
  // Keeps a manual choice between two tracks of one language.
  if (named === undefined && inLanguage.some(({ index }) => index === current)) return current;
  return (named ?? inLanguage[0])?.index ?? -1;
}

/** Matches the names of subtitles that translate signs and songs only. */
const PARTIAL = /\b(?:signs?|songs?|forced|karaoke)\b/i;

/**
 * Returns the index of subtitles in a viewer's language for sound in another one. Returns null,
 * which leaves the stream's own choice, for sound in a language of the viewer, for sound of an
 * unknown language, and without such subtitles.
 */
export function automaticSubtitle(
  subtitles: readonly TrackOption[],
  sound: string | null,
  languages: readonly string[],
): number | null {
  if (sound === null || languages.some((tag) => isSameLanguage(tag, sound))) return null;
  const whole = subtitles.filter(({ label }) => !PARTIAL.test(label));
  return (inLanguages(whole, languages) ?? inLanguages(subtitles, languages))?.index ?? null;
}

/** Returns the index of the subtitles that a viewer turns on without naming them. */
export function preferredSubtitle(
  subtitles: readonly TrackOption[],
  languages: readonly string[],
): number {
  return inLanguages(subtitles, languages)?.index ?? 0;
}

function inLanguages(
  tracks: readonly TrackOption[],
  languages: readonly string[],
): TrackOption | undefined {
  const byLanguage = languages.map((tag) =>
    tracks.find(({ language }) => language !== null && isSameLanguage(tag, language)),
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
