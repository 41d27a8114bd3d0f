import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { PlayerEngine, PlayerSource } from "~/features/playback/player/engine/engine";
import type { Problem } from "~/features/playback/player/engine/player-state";
import type { SkipMark } from "./skip-marks";

/** A source with the words by which it is chosen. */
export interface NamedSource extends PlayerSource {
  name: string;
  marks: readonly SkipMark[];
}

interface SourceInput {
  engine: PlayerEngine | null;
  /** Which episode plays: another one begins with its first source. */
  episode: string;
  sources: readonly NamedSource[];
  /** Where to begin, in seconds. Asked when an episode opens. */
  readStart: () => number;
  /** Whether an episode that opens plays by itself. */
  autoplay: boolean;
  problem: Problem | null;
}

interface LoadedSource {
  source: PlayerSource;
  index: number;
  marks: readonly SkipMark[];
  /** Goes on with another source at the same place. */
  choose: (index: number) => void;
  /** Loads the source again and goes on at the same place. */
  retry: () => void;
}

const NONE: PlayerSource = { url: "", isFile: false };

/** Loads the chosen source into the engine, and again when asked to. What plays goes on playing, and what stands still stays so. */
export function useSource({
  engine,
  episode,
  sources,
  readStart,
  autoplay,
  problem,
}: SourceInput): LoadedSource {
  const [chosen, setChosen] = useState({ episode, index: 0 });
  const [attempt, setAttempt] = useState(0);
  const goOn = useRef<{ at: number; playing: boolean } | null>(null);
  const index = chosen.episode === episode && chosen.index < sources.length ? chosen.index : 0;
  const { url, isFile } = sources[index] ?? NONE;
  const source = useMemo(() => ({ url, isFile }), [url, isFile]);
  const marksText = JSON.stringify(sources[index]?.marks ?? []);
  // New answers bring new objects; only other marks are news.
  const marks = useMemo(() => JSON.parse(marksText) as readonly SkipMark[], [marksText]);

  useEffect(() => {
    if (engine === null || source.url === "") return;
    const { at, playing } = goOn.current ?? { at: readStart(), playing: autoplay };
    goOn.current = null;
    engine.load(source, at);
    if (playing) engine.video.play().catch(() => undefined);
    // The known progress and the wish to play count when the episode opens, not each time they change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [engine, source, episode, attempt]);

  const choose = (wanted: number) => {
    goOn.current = {
      at: timeOf(engine),
      playing: problem !== null || engine?.video.paused === false,
    };
    setChosen({ episode, index: wanted });
  };
  const retry = useCallback(() => {
    goOn.current = { at: timeOf(engine), playing: true };
    setAttempt((count) => count + 1);
  }, [engine]);

  useEffect(() => {
    if (problem !== "offline") return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [problem, retry]);

  return { source, index, marks, choose, retry };
}

function timeOf(engine: PlayerEngine | null): number {
  return engine?.snapshot().time ?? 0;
}
