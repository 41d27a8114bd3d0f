import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { PlayerEngine, PlayerSource } from "~/features/playback/player/engine/engine";
import type { Problem } from "~/features/playback/player/engine/player-state";
import type { SkipMark } from "./skip-marks";

export interface NamedSource extends PlayerSource {
  name: string;
  marks: readonly SkipMark[];
}

interface SourceOptions {
  engine: PlayerEngine | null;
  /** Identifies the episode; a change selects the first source. */
  episode: string;
  sources: readonly NamedSource[];
  /** The initial position in seconds, read when an episode opens. */
  readStart: () => number;
  autoplay: boolean;
  problem: Problem | null;
}

interface LoadedSource {
  source: PlayerSource;
  index: number;
  marks: readonly SkipMark[];
  /** Switches the source and keeps the position. */
  select: (index: number) => void;
  /** Reloads the source and keeps the position. */
  retry: () => void;
}

const NO_SOURCE: PlayerSource = { url: "", isFile: false };

/** Loads the selected source into the engine, keeping it playing or paused. */
export function useSource({
  engine,
  episode,
  sources,
  readStart,
  autoplay,
  problem,
}: SourceOptions): LoadedSource {
  const [selected, setSelected] = useState({ episode, index: 0 });
  const [attempt, setAttempt] = useState(0);
  const resume = useRef<{ at: number; playing: boolean } | null>(null);
  const index =
    selected.episode === episode && selected.index < sources.length ? selected.index : 0;
  const { url, isFile } = sources[index] ?? NO_SOURCE;
  const source = useMemo(() => ({ url, isFile }), [url, isFile]);
  const marksText = JSON.stringify(sources[index]?.marks ?? []);
  // A revalidation brings new objects; memoized by value.
  const marks = useMemo(() => JSON.parse(marksText) as readonly SkipMark[], [marksText]);

  useEffect(() => {
    if (engine === null || source.url === "") return;
    const { at, playing } = resume.current ?? { at: readStart(), playing: autoplay };
    resume.current = null;
    engine.load(source, at);
    if (playing) engine.video.play().catch(() => undefined);
    // readStart and autoplay apply only when the episode opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [engine, source, episode, attempt]);

  const select = (next: number) => {
    resume.current = {
      at: currentTime(engine),
      playing: problem !== null || engine?.video.paused === false,
    };
    setSelected({ episode, index: next });
  };
  const retry = useCallback(() => {
    resume.current = { at: currentTime(engine), playing: true };
    setAttempt((count) => count + 1);
  }, [engine]);

  useEffect(() => {
    if (problem !== "offline") return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [problem, retry]);

  return { source, index, marks, select, retry };
}

function currentTime(engine: PlayerEngine | null): number {
  return engine?.snapshot().time ?? 0;
}
