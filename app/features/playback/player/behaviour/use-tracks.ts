import { useEffect } from "react";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import type { Choice, PlayerState } from "~/features/playback/player/engine/player-state";

interface Languages {
  /** A language tag, null for none, undefined for what the stream proposes. */
  subtitles?: string | null | undefined;
  /** A language tag, or undefined for what the stream proposes. */
  audio?: string | undefined;
}

/** Chooses the tracks in a person's languages whenever a stream names what it has. */
export function useTracks(
  engine: PlayerEngine | null,
  { subtitles, audios }: PlayerState,
  wanted: Languages,
): void {
  useEffect(() => {
    if (engine === null || wanted.subtitles === undefined || subtitles.length === 0) return;
    const { subtitle } = engine.snapshot();
    // Of two in one language the one that was chosen by hand stays.
    if (subtitle !== -1 && subtitles[subtitle]?.language === wanted.subtitles) return;
    engine.setSubtitle(
      wanted.subtitles === null
        ? -1
        : (subtitles.find(({ language }) => language === wanted.subtitles)?.index ?? -1),
    );
  }, [engine, subtitles, wanted.subtitles]);
  useEffect(() => {
    if (
      wanted.audio === undefined ||
      audios[engine?.snapshot().audio ?? -1]?.language === wanted.audio
    )
      return;
    const track = audios.find(({ language }) => language === wanted.audio);
    if (track !== undefined) engine?.setAudio(track.index);
  }, [engine, audios, wanted.audio]);
}

/** The subtitles that a single key brings back: in a language of the browser, or else the first. */
export function preferredSubtitle(
  subtitles: readonly Choice[],
  languages: readonly string[],
): number {
  const byLanguage = languages.map((wanted) =>
    subtitles.find(
      ({ language }) =>
        language !== null && wanted.toLowerCase().startsWith(language.toLowerCase()),
    ),
  );
  return byLanguage.find((found) => found !== undefined)?.index ?? 0;
}
