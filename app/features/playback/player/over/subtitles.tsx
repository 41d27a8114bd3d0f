import { useEffect, useRef } from "react";
import type { PlayerPreferences } from "~/features/playback/player/preferences/player-preferences";

interface SubtitlesProps {
  cues: readonly VTTCue[];
  size: PlayerPreferences["subtitleSize"];
  background: PlayerPreferences["subtitleBackground"];
  /** Controls are shown below, so the lines move up. */
  raised: boolean;
}

/** The lines that are spoken now. The browser reads the cue's markup, so nothing in it can run. */
export function Subtitles({ cues, size, background, raised }: SubtitlesProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.replaceChildren(
      ...cues.map((cue) => {
        const line = document.createElement("p");
        line.append(cue.getCueAsHTML());
        return line;
      }),
    );
  }, [cues]);
  return (
    <div
      ref={box}
      className="player-subtitles"
      data-size={size}
      data-background={background}
      data-raised={raised ? "" : undefined}
    />
  );
}
