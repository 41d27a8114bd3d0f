import { useEffect, useRef, useState } from "react";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import { renderAss, renderPgs, showPlain, type ShownSubtitles } from "./render-subtitles";
import type { SubtitleFile } from "./subtitle-file";

interface SubtitleFileOptions {
  engine: PlayerEngine | null;
  file: SubtitleFile | null;
  fonts: readonly string[];
  plain: boolean;
  delay: number;
  /** Called when a file cannot be shown, or only unstyled. */
  onProblem: (problem: "plain" | "missing") => void;
}

/**
 * Shows subtitles styled, or plain where that is preferred or styling fails. Returns the plain
 * lines to show.
 */
export function useSubtitleFile({
  engine,
  file,
  fonts,
  plain,
  delay,
  onProblem,
}: SubtitleFileOptions): readonly VTTCue[] {
  const [cues, setCues] = useState<readonly VTTCue[]>([]);
  const shown = useRef<ShownSubtitles | null>(null);
  const latest = useRef({ delay, onProblem });
  useEffect(() => {
    latest.current = { delay, onProblem };
  }, [delay, onProblem]);
  // It may render again, so it depends on nothing that differs with each render.
  useEffect(() => shown.current?.setDelay(delay), [delay]);
  const { url = null, format = null } = file ?? {};
  const fontsText = fonts.join("\n");
  useEffect(() => {
    if (engine === null || file === null) return;
    let isCurrent = true;
    const { video } = engine;
    const options = () => ({
      video,
      file,
      fonts: fontsText === "" ? [] : fontsText.split("\n"),
      delay: latest.current.delay,
      onCues: setCues,
    });
    const show = async (): Promise<ShownSubtitles> => {
      if (format === "pgs") return renderPgs(options());
      if (format === "vtt" || plain) return showPlain(options());
      try {
        return await renderAss(options());
      } catch {
        if (isCurrent) latest.current.onProblem("plain");
        return showPlain(options());
      }
    };
    show().then(
      (subtitles) => {
        if (!isCurrent) return subtitles.destroy();
        shown.current = subtitles;
        subtitles.setDelay(latest.current.delay);
      },
      () => {
        if (isCurrent) latest.current.onProblem("missing");
      },
    );
    return () => {
      isCurrent = false;
      shown.current?.destroy();
      shown.current = null;
    };
    // A revalidation brings an equal file.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [engine, url, format, plain, fontsText]);
  return cues;
}
