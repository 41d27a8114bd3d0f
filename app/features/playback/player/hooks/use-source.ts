import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import type { PlayerSource } from "~/features/playback/player/engine/player-source";
import type { Problem } from "~/features/playback/player/engine/player-state";
import type { Thumbnails } from "~/features/playback/player/engine/sheet-frames";
import { isMediaFileUrl } from "~/features/playback/player/media-files/media-file-url";
import { isFaultOfSource } from "~/features/playback/player/engine/problem";
import type { SkipMark } from "./skip-marks";

export interface NamedSource extends PlayerSource {
  name: string;
  marks: readonly SkipMark[];
  chapters?: readonly Chapter[];
  fonts?: readonly string[];
  /** The language of a file's only sound, which the browser does not tell. */
  soundLanguage?: string | null;
  /** The other episodes of a file that has several, which are seen with this one. */
  otherEpisodes?: readonly number[];
  /** Players outside the browser open this URL. */
  externalUrl?: string | null;
  /** Televisions (Remote Playback, AirPlay) load the source from this URL. */
  deviceUrl?: string | null;
  downloadUrl?: string | null;
  thumbnails?: Thumbnails | null;
}

export interface Chapter {
  title: string;
  start: number;
}

interface SourceOptions {
  engine: PlayerEngine | null;
  /** Identifies the episode; a change selects the first source. */
  episode: string;
  sources: readonly NamedSource[];
  /** Signs the sources' URLs anew. Resolves to whether they have changed. */
  renewSources: () => Promise<boolean>;
  readStart: () => number;
  autoplay: boolean;
  problem: Problem | null;
  /** Called when the next source replaces a failed one. */
  onReplaced: (change: { failed: string; problem: Problem; next: string }) => void;
}

interface LoadedSource {
  source: PlayerSource;
  index: number;
  marks: readonly SkipMark[];
  select: (index: number) => void;
  retry: () => void;
  /** Whether the URLs are being renewed: a problem of the old ones is not the viewer's. */
  isRenewing: boolean;
}

const NO_SOURCE: PlayerSource = { url: "", isFile: false };

export function useSource({
  engine,
  episode,
  sources,
  renewSources,
  readStart,
  autoplay,
  problem,
  onReplaced,
}: SourceOptions): LoadedSource {
  const [selected, setSelected] = useState({ episode, index: 0 });
  const opened = useRef<{ engine: PlayerEngine; episode: string } | null>(null);
  const failed = useRef(new Set<string>());
  const [unrenewable, setUnrenewable] = useState<string | null>(null);
  const index =
    selected.episode === episode && selected.index < sources.length ? selected.index : 0;
  const { url, isFile, subtitleFiles = [], sourceProblem = null } = sources[index] ?? NO_SOURCE;
  // Revalidation creates new objects; memoized by value.
  const sourceText = JSON.stringify({ url, isFile, subtitleFiles, sourceProblem });
  const source = useMemo(() => JSON.parse(sourceText) as PlayerSource, [sourceText]);
  const hasAlternative = sources.length > 1;
  const marksText = JSON.stringify(sources[index]?.marks ?? []);
  const marks = useMemo(() => JSON.parse(marksText) as readonly SkipMark[], [marksText]);

  useEffect(() => {
    if (engine === null || source.url === "") return;
    const isOpen = opened.current?.engine === engine && opened.current.episode === episode;
    if (!isOpen) failed.current.clear();
    opened.current = { engine, episode };
    const opening = isOpen ? undefined : { at: readStart(), playing: autoplay };
    engine.load(source, { opening, hasAlternative });
    // readStart and autoplay apply only when the episode opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [engine, source, episode]);

  // A page that stays open outlives the signatures of its URLs and the versions of its files.
  const isRenewing =
    (problem === "refused" || problem === "gone") &&
    sourceProblem === null &&
    isMediaFileUrl(url) &&
    unrenewable !== url;

  const select = (next: number) => {
    failed.current.clear();
    setSelected({ episode, index: next });
  };
  const retry = useCallback(() => {
    failed.current.clear();
    engine?.retry();
  }, [engine]);

  useEffect(() => {
    if (problem !== "offline") return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [problem, retry]);

  useEffect(() => {
    if (problem === null || !isFaultOfSource(problem)) return;
    const leave = () => {
      failed.current.add(url);
      const next = nextSource(sources, index, failed.current);
      const [from, to] = [sources[index], next === null ? undefined : sources[next]];
      if (next === null || from === undefined || to === undefined) return;
      onReplaced({ failed: from.name, problem, next: to.name });
      setSelected({ episode, index: next });
    };
    let isCurrent = true;
    if (isRenewing)
      void renewSources().then((isChanged) => {
        if (!isCurrent || isChanged) return;
        setUnrenewable(url);
        leave();
      });
    else leave();
    return () => {
      isCurrent = false;
    };
    // The effect runs once per failure.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [problem]);

  return { source, index, marks, select, retry, isRenewing };
}

/** The next source, wrapping around, that has not failed; null when all have. */
function nextSource(
  sources: readonly PlayerSource[],
  index: number,
  failed: ReadonlySet<string>,
): number | null {
  const order = sources.map((_source, step) => (index + 1 + step) % sources.length);
  return order.find((other) => !failed.has(sources[other]?.url ?? "")) ?? null;
}
