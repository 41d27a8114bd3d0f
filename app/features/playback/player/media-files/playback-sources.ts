import { href } from "react-router";
import type { Chapter, NamedSource } from "~/features/playback/player/hooks/use-source";
import { toSkipMarks } from "~/features/playback/player/hooks/skip-marks";
import type { SourceProblem } from "~/features/playback/player/engine/player-state";
import type { SubtitleFile } from "~/features/playback/player/subtitles/subtitle-file";
import type { Thumbnails } from "~/features/playback/player/engine/sheet-frames";
import { getSupportedCodecs } from "./supported-codecs";

/** The episodes of a file that are seen with the one that plays. */
export function otherEpisodes(
  range: { first: number; last: number } | null,
  number: number,
): number[] {
  if (range === null) return [];
  const all = Array.from({ length: range.last - range.first + 1 }, (_, at) => range.first + at);
  return all.filter((episode) => episode !== number);
}

/** The fields of `GET /api/episodes/playback` that the player reads. Times in seconds. */
export interface PlaybackResponse {
  data: {
    sources: {
      type: "hls" | "file";
      url: string;
      external_url: string | null;
      device_url: string | null;
      download_url: string | null;
      /** The episodes; missing in the response of an instance of version 1.0, during an update. */
      episodes?: { first: number; last: number } | null;
      problem: SourceProblem | null;
      /** Missing in the response of an older instance, during an update, are kind and default. */
      subtitles: readonly (Pick<SubtitleFile, "language" | "label" | "format" | "url"> & {
        kind?: SubtitleFile["kind"];
        default?: boolean;
        plain_url: string | null;
      })[];
      audio?: readonly { language: string | null }[];
      fonts: readonly { url: string }[];
      seek_pictures: Thumbnails | null;
      chapters: readonly {
        title: string | null;
        start: number;
        end: number | null;
        kind: string;
        detected: boolean;
      }[];
    }[];
  };
}

export async function fetchPlaybackSources(
  animeId: number,
  number: number,
  { names, signal }: { names: readonly string[]; signal: AbortSignal },
): Promise<NamedSource[] | null> {
  const query = new URLSearchParams({
    mal_id: String(animeId),
    ep: String(number),
    codecs: (await getSupportedCodecs()).join(","),
    // The page has checked that this viewer may see the title.
    parental_control: "false",
  });
  try {
    const response = await fetch(`${href("/api/episodes/playback")}?${query}`, { signal });
    if (!response.ok) return null;
    const sources = toNamedSources((await response.json()) as PlaybackResponse, names, number);
    return sources.length === 0 ? null : sources;
  } catch {
    return null;
  }
}

export function toNamedSources(
  { data: { sources } }: PlaybackResponse,
  names: readonly string[],
  number: number,
): NamedSource[] {
  return sources.map(({ url, type, subtitles, fonts, chapters, problem, ...source }, index) => ({
    url,
    isFile: type === "file",
    name: names[index] ?? String(index + 1),
    marks: toSkipMarks(chapters),
    chapters: chapters
      .flatMap(({ title, start }): Chapter[] =>
        title === null || title === "" ? [] : [{ title, start }],
      )
      .sort((one, other) => one.start - other.start),
    subtitleFiles: subtitles.map(({ plain_url, kind = "full", default: isDefault, ...file }) => ({
      language: file.language,
      label: file.label,
      kind,
      isDefault: isDefault ?? false,
      format: file.format,
      url: file.url,
      plainUrl: plain_url,
    })),
    soundLanguage: source.audio?.[0]?.language ?? null,
    fonts: fonts.map((font) => font.url),
    otherEpisodes: otherEpisodes(source.episodes ?? null, number),
    externalUrl: source.external_url,
    deviceUrl: source.device_url,
    downloadUrl: source.download_url,
    thumbnails: source.seek_pictures,
    sourceProblem: problem === null ? null : { kind: problem.kind, codec: problem.codec },
  }));
}
