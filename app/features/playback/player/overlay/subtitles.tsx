import { useEffect, useRef } from "react";
import type { PlayerPreferences } from "~/features/playback/player/preferences/player-preferences";
import {
  placeBoxes,
  readCue,
  type Placement,
} from "~/features/playback/player/subtitles/place-cues";

interface SubtitlesProps {
  cues: readonly VTTCue[];
  size: PlayerPreferences["subtitleSize"];
  background: PlayerPreferences["subtitleBackground"];
}

/** Shows cues where they say, also after a change of the size. */
export function Subtitles({ cues, size, background }: SubtitlesProps) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = area;
    if (current === null) return;
    const lines = cues.flatMap((cue) => toLine(cue) ?? []);
    current.replaceChildren(...lines.map(({ element }) => element));
    // It reports the present size, too.
    const observer = new ResizeObserver(() => arrange(current, lines));
    observer.observe(current);
    for (const { element } of lines) observer.observe(element);
    return () => observer.disconnect();
  }, [cues, size]);
  return (
    <div ref={area} className="player-subtitles" data-size={size} data-background={background} />
  );
}

interface Line {
  element: HTMLParagraphElement;
  placement: Placement;
}

/** getCueAsHTML parses WebVTT markup only, so scripts in cues cannot run. */
function toLine(cue: VTTCue): Line | null {
  const { text, placement } = readCue(cue);
  if (text === "") return null;
  const element = document.createElement("p");
  element.append(new VTTCue(0, 1, text).getCueAsHTML());
  element.style.textAlign = placement.align;
  element.style.maxWidth = `${placement.size * 100}%`;
  return { element, placement };
}

function arrange(area: HTMLElement, lines: readonly Line[]): void {
  const { width, height } = area.getBoundingClientRect();
  const places = placeBoxes(
    lines.map(({ element, placement }) => {
      const box = element.getBoundingClientRect();
      return { width: box.width, height: box.height, placement };
    }),
    { width, height, row: Number.parseFloat(getComputedStyle(area).lineHeight) },
  );
  for (const [index, { element }] of lines.entries()) {
    element.style.left = `${places[index]?.left ?? 0}px`;
    element.style.top = `${places[index]?.top ?? 0}px`;
  }
}
