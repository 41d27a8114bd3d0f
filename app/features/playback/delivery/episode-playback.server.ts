import { AppError } from "~/errors/app-error";
import type { MediaTrack } from "~/media/container/container-info";
import type { MediaSigner, MediaViewer } from "~/media/access/media-signer";
import { grantOf } from "~/media/access/playback-grant";
import { clientCodecs } from "~/media/playback/client-codecs";
import {
  besideName,
  embeddedName,
  formatsOf,
  type FileDescription,
  type FilePlayer,
} from "~/media/playback/file-player.server";
import { servedFonts } from "~/media/playback/fonts";
import { languageName, trackLabel } from "~/media/playback/playlists";
import {
  mediaUrl,
  parseMediaAddress,
  type MediaAddress,
} from "~/features/playback/media-files/media-address";
import { locateMediaFile } from "~/features/playback/media-files/media-file.server";
import { listSources, type EpisodeSource } from "~/features/playback/sources/list-sources.server";
import { errorText } from "~/i18n/error-text.server";
import type { Database } from "~db/client.server";
import { chapterKind } from "./chapter-kind";
import type { PlaybackSource } from "./playback-schema";

interface PlaybackOptions {
  db: Database;
  player: FilePlayer;
  signer: MediaSigner;
  viewer: MediaViewer | null;
  /** RFC 6381 strings; null if the client does not send them. */
  codecs: readonly string[] | null;
}

/** In order, media files and other streams alike, with URLs signed for the viewer. */
export async function episodePlayback(
  animeId: number,
  number: number,
  options: PlaybackOptions,
): Promise<PlaybackSource[]> {
  const sources = await listSources(options.db, animeId, number);
  const described = await Promise.all(
    sources.map((source) => {
      const address = parseMediaAddress(source.address);
      if (address === null) return Promise.resolve(streamSource(source, options));
      return options.viewer === null
        ? Promise.resolve(null)
        : fileSource(source, address, { ...options, viewer: options.viewer });
    }),
  );
  return described.filter((source) => source !== null);
}

function baseSource(source: EpisodeSource): PlaybackSource {
  return {
    id: source.id,
    label: source.label,
    kind: source.kind,
    language: source.language,
    type: source.isFile ? "file" : "hls",
    url: source.url,
    audio: [],
    subtitles: [],
    chapters: markChapters(source),
    fonts: [],
    duration: null,
    codecs: [],
    problem: null,
  };
}

function streamSource(source: EpisodeSource, { signer, viewer }: PlaybackOptions): PlaybackSource {
  const base = baseSource(source);
  return viewer === null || !/^https?:/i.test(source.address)
    ? base
    : { ...base, url: source.url + grantOf(signer, source.address, viewer) };
}

function markChapters({ intro, outro }: EpisodeSource): PlaybackSource["chapters"] {
  return [
    ...(intro === null ? [] : [{ title: "Intro", kind: "intro" as const, ...intro }]),
    ...(outro === null ? [] : [{ title: "Outro", kind: "outro" as const, ...outro }]),
  ];
}

async function fileSource(
  source: EpisodeSource,
  { folder, path }: MediaAddress,
  { db, player, signer, viewer, codecs }: PlaybackOptions & { viewer: MediaViewer },
): Promise<PlaybackSource> {
  const base = baseSource(source);
  const segments = [folder, ...path];
  if (/\.m3u8$/i.test(path.at(-1) ?? "")) {
    // Segments lie in the playlist's folder and below.
    const token = signer.sign({ kind: "folder", path: segments.slice(0, -1) }, viewer);
    return { ...base, type: "hls", url: mediaUrl(token, segments) };
  }
  const token = signer.sign({ kind: "file", path: segments }, viewer);
  const urlOf = (...resource: string[]) => mediaUrl(token, [...segments, ...resource]);
  const direct = { ...base, type: "file" as const, url: urlOf() };
  const located = await locateMediaFile(db, folder, path);
  if (located === null)
    return {
      ...direct,
      problem: { kind: "missing", codec: null, message: errorText("file.notFound") },
    };
  try {
    const description = await player.describe(located.path, clientCodecs(codecs));
    return describeFile(direct, description, { urlOf, codecs });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...direct, problem: { kind: "unreadable", codec: null, message: error.message } };
  }
}

interface FileUrls {
  urlOf: (...resource: string[]) => string;
  codecs: readonly string[] | null;
}

function describeFile(
  base: PlaybackSource,
  { version, info, plan, subtitleFiles }: FileDescription,
  { urlOf, codecs }: FileUrls,
): PlaybackSource {
  const video = info.tracks.find(({ kind }) => kind === "video");
  const query = codecs === null ? "" : `?codecs=${encodeURIComponent(codecs.join(","))}`;
  const marked = new Set(base.chapters.map(({ kind }) => kind));
  const zero = plan.type === "hls" ? info.startTime : 0;
  const heard =
    plan.type === "file"
      ? info.tracks.filter(({ kind }) => kind === "audio")
      : plan.audio.map(({ track }) => track);
  return {
    ...base,
    label: base.label ?? (video === undefined || video.height === null ? null : `${video.height}p`),
    type: plan.type,
    url: plan.type === "file" ? base.url : urlOf(version, "hls", "master.m3u8") + query,
    audio: heard.map((track) => ({
      language: track.language,
      label: trackLabel(track),
      codec: track.codec ?? track.codecName,
    })),
    subtitles: [
      ...info.tracks.flatMap((track) => embeddedSubtitles(track, version, urlOf)),
      ...subtitleFiles.map((file) => {
        const [format = "vtt", plain] = formatsOf(file.format);
        const url = (as: typeof format) =>
          urlOf(version, "subtitles", "beside", besideName(file, as));
        return {
          language: file.language,
          label: languageName(file.language) ?? file.name,
          format: format === "srt" ? ("vtt" as const) : format,
          url: url(format),
          plain_url: plain === undefined ? null : url(plain),
          default: false,
          forced: file.isForced,
        };
      }),
    ],
    chapters: [
      ...base.chapters,
      ...info.chapters
        .map(({ title, start, end }, index) => ({
          title,
          start: Math.max(0, start - zero),
          end: toEnd(end ?? info.chapters[index + 1]?.start ?? info.duration, zero),
          kind: chapterKind(title),
        }))
        // The operator's marks take precedence over chapter titles.
        .filter(({ kind }) => !marked.has(kind)),
    ],
    fonts: servedFonts(info.fonts).map(({ font, index }) => ({
      name: font.name,
      url: urlOf(version, "fonts", String(index), font.name.replaceAll("/", "_") || "font"),
    })),
    duration: info.duration,
    codecs: info.tracks
      .filter(({ kind }) => kind !== "subtitles")
      .map(({ codecName }) => codecName),
    problem:
      plan.problem === null
        ? null
        : {
            kind: plan.problem.kind,
            codec: plan.problem.codecName,
            message: errorText({
              key: plan.problem.kind === "video" ? "media.cannotDecode" : "media.cannotHear",
              values: { codec: plan.problem.codecName },
            }),
          },
  };
}

function toEnd(end: number | null, zero: number): number | null {
  return end === null ? null : Math.max(0, end - zero);
}

function embeddedSubtitles(
  track: MediaTrack,
  version: string,
  urlOf: FileUrls["urlOf"],
): PlaybackSource["subtitles"] {
  if (track.format === null) return [];
  const [format = "vtt", plain] = formatsOf(track.format);
  const url = (as: typeof format) => urlOf(version, "subtitles", embeddedName(track.number, as));
  return [
    {
      language: track.language,
      label: trackLabel(track),
      format: format === "srt" ? "vtt" : format,
      url: url(format),
      plain_url: plain === undefined ? null : url(plain),
      default: track.isDefault,
      forced: track.isForced,
    },
  ];
}
