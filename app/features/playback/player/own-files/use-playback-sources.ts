import { useEffect, useState } from "react";
import type { NamedSource } from "~/features/playback/player/hooks/use-source";
import { fetchPlaybackSources, isOwnFile } from "./playback-sources";

interface PlaybackOptions {
  animeId: number;
  number: number;
  sources: readonly NamedSource[];
}

/**
 * The sources for this device, with subtitles and chapters; null until the response. Only media
 * files depend on the device.
 */
export function usePlaybackSources({
  animeId,
  number,
  sources,
}: PlaybackOptions): readonly NamedSource[] | null {
  const needsRequest = sources.some(({ url }) => isOwnFile(url));
  const namesText = JSON.stringify(sources.map(({ name }) => name));
  const episode = `${animeId}/${number}`;
  const [received, setReceived] = useState<{
    episode: string;
    sources: readonly NamedSource[] | null;
  } | null>(null);
  useEffect(() => {
    if (!needsRequest) return;
    const controller = new AbortController();
    void fetchPlaybackSources(animeId, number, {
      names: JSON.parse(namesText) as string[],
      signal: controller.signal,
    }).then((fetched) => {
      if (!controller.signal.aborted) setReceived({ episode, sources: fetched });
    });
    return () => controller.abort();
  }, [needsRequest, animeId, number, episode, namesText]);
  if (!needsRequest) return sources;
  return received?.episode === episode ? (received.sources ?? sources) : null;
}
