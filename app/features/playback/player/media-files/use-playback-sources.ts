import { useCallback, useEffect, useRef, useState } from "react";
import type { NamedSource } from "~/features/playback/player/hooks/use-source";
import { isMediaFileUrl } from "./media-file-url";
import { fetchPlaybackSources } from "./playback-sources";

interface PlaybackOptions {
  animeId: number;
  number: number;
  sources: readonly NamedSource[];
}

interface PlaybackSources {
  /**
   * The sources that this device can play, with subtitles and chapters; null until the response.
   */
  sources: readonly NamedSource[] | null;
  /** Signs the URLs anew. Resolves to whether they have changed. */
  renew: () => Promise<boolean>;
}

/** Signed URLs are valid for twelve hours at least. */
const RENEWED_AFTER_MS = 11 * 60 * 60 * 1000;
const CHECKED_EVERY_MS = 60 * 1000;

/** Requests sources again, since media files depend on the device and have signed URLs. */
export function usePlaybackSources({ animeId, number, sources }: PlaybackOptions): PlaybackSources {
  const needsRequest = sources.some(({ url }) => isMediaFileUrl(url));
  const namesText = JSON.stringify(sources.map(({ name }) => name));
  const episode = `${animeId}/${number}`;
  const [received, setReceived] = useState<{
    episode: string;
    sources: readonly NamedSource[] | null;
  } | null>(null);
  const current = useRef<AbortController | null>(null);
  const urls = useRef("");

  const request = useCallback(async (): Promise<boolean> => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const fetched = await fetchPlaybackSources(animeId, number, {
      names: JSON.parse(namesText) as string[],
      signal: controller.signal,
    });
    if (controller.signal.aborted) return false;
    const before = urls.current;
    const after = JSON.stringify([episode, fetched?.map(({ url }) => url)]);
    // The sources at hand may work longer than the request that failed.
    if (fetched === null && before.startsWith(JSON.stringify([episode]).slice(0, -1))) return false;
    urls.current = after;
    setReceived({ episode, sources: fetched });
    return after !== before;
  }, [animeId, number, episode, namesText]);

  useEffect(() => {
    if (!needsRequest) return;
    let requestedAt = Date.now();
    void request();
    const timer = setInterval(() => {
      if (Date.now() - requestedAt < RENEWED_AFTER_MS) return;
      requestedAt = Date.now();
      void request();
    }, CHECKED_EVERY_MS);
    return () => {
      clearInterval(timer);
      current.current?.abort();
    };
  }, [needsRequest, request]);
  const renew = useCallback(
    () => (needsRequest ? request() : Promise.resolve(false)),
    [needsRequest, request],
  );
  if (!needsRequest) return { sources, renew };
  return { sources: received?.episode === episode ? (received.sources ?? sources) : null, renew };
}
