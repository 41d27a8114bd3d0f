import { useEffect } from "react";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import type { TrackOption, PlayerState } from "~/features/playback/player/engine/player-state";

interface TrackLanguages {
  /** A language tag, null for none, undefined for the stream's default. */
  subtitles?: string | null | undefined;
  /** Preferred among tracks of that language. */
  subtitleLabel?: string | undefined;
  /** A language tag, or undefined for the stream's default. */
  audio?: string | undefined;
}

/** Selects tracks in the preferred languages whenever the stream's tracks change. */
export function useTracks(
  engine: PlayerEngine | null,
  { subtitles, audios }: PlayerState,
  preferred: TrackLanguages,
): void {
  useEffect(() => {
    if (engine === null || preferred.subtitles === undefined || subtitles.length === 0) return;
    const { subtitle } = engine.snapshot();
    const inLanguage = subtitles.filter(
      ({ language }) => preferred.subtitles !== null && language === preferred.subtitles,
    );
    const named = inLanguage.find(({ label }) => label === preferred.subtitleLabel);
    // Keeps a manual choice between two tracks of one language.
    if (named === undefined && inLanguage.some(({ index }) => index === subtitle)) return;
    const wanted = (named ?? inLanguage[0])?.index ?? -1;
    if (wanted !== subtitle) engine.setSubtitle(wanted);
  }, [engine, subtitles, preferred.subtitles, preferred.subtitleLabel]);
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

export function preferredSubtitle(
  subtitles: readonly TrackOption[],
  languages: readonly string[],
): number {
  const byLanguage = languages.map((tag) =>
    subtitles.find(
      ({ language }) => language !== null && tag.toLowerCase().startsWith(language.toLowerCase()),
    ),
  );
  return byLanguage.find((track) => track !== undefined)?.index ?? 0;
}
