import { useEffect, useRef } from "react";
import type { PlayerPreferences } from "~/features/playback/player/preferences/player-preferences";

interface SubtitlesProps {
  cues: readonly VTTCue[];
  size: PlayerPreferences["subtitleSize"];
  background: PlayerPreferences["subtitleBackground"];
}

/** getCueAsHTML parses WebVTT markup only, so scripts in cues cannot run. */
export function Subtitles({ cues, size, background }: SubtitlesProps) {
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
    <div ref={box} className="player-subtitles" data-size={size} data-background={background} />
  );
}
