import { AppError } from "~/errors/app-error";
import type { MediaInfo, MediaTrack, SubtitleFormat } from "~/media/container/container-info";
import type { MediaScope, MediaSigner, MediaViewer } from "~/media/access/media-signer";
import { grantOf } from "~/media/access/playback-grant";
import { clientCodecs } from "~/media/playback/client-codecs";
import type { FileDescription, FilePlayer } from "~/media/playback/file-player.server";
import { mainTrack } from "~/media/playback/delivery-plan";
import { servedFonts } from "~/media/playback/fonts";
import { languageName, trackLabel } from "~/media/playback/playlists";
import { sheetName } from "~/media/playback/thumbnails/thumbnail-store.server";
import {
  countSheets,
  SHEET_COLUMNS,
  SHEET_ROWS,
} from "~/media/playback/thumbnails/plan-thumbnails";
import {
  distinctLabels,
  subtitleKind,
  type SubtitleKind,
} from "~/media/playback/subtitles/subtitle-kind";
import { besideName, embeddedName, formatsOf } from "~/media/playback/subtitles/served-formats";
import {
  mediaUrl,
  parseMediaFileUrl,
  playlistUrl,
  type MediaFileLocation,
} from "~/features/playback/media-files/media-file-location";
import { locateMediaFile } from "~/features/playback/media-files/media-file.server";
import { listSources, type EpisodeSource } from "~/features/playback/sources/list-sources.server";
import { errorText } from "~/i18n/error-text.server";
import type { Database } from "~db/client.server";
import { chapterKind } from "./chapter-kind";
import { findDetectedMarks, type DetectedMark } from "./detected-marks.server";
import type { PlaybackSource } from "./playback-schema";

interface PlaybackOptions {
  db: Database;
  player: FilePlayer;
  signer: MediaSigner;
  /** The viewers, the session first; empty for a visitor who may not open files. */
  viewers: readonly MediaViewer[];
  /** RFC 6381 strings; null if the client does not send them. */
  codecs: readonly string[] | null;
  mayDownload?: boolean;
  /** Whether the viewer may load streams through the video proxy. */
  mayUseProxies: boolean;
  /** The client for which files are read, since each has a share of the slots. */
  client: string;
}

/** Codecs that Chromecasts and Apple TVs of all ages play. */
const DEVICE_CODECS = ["avc1.640028", "mp4a.40.2", "mp4a.40.34", "flac"];

/** Lists sources in order, media files and other streams alike, with URLs signed for the viewer. */
export async function episodePlayback(
  animeId: number,
  number: number,
  options: PlaybackOptions,
): Promise<PlaybackSource[]> {
  const sources = await listSources(options.db, animeId, number);
  const [viewer] = options.viewers;
  const described = await Promise.all(
    sources.map((source) => {
      const location = parseMediaFileUrl(source.sourceUrl);
      if (location === null) return Promise.resolve(streamSource(source, options));
      return viewer === undefined
        ? Promise.resolve(null)
        : fileSource(source, location, { ...options, viewer });
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
    episodes: source.episodes,
    release: source.release,
    type: source.isFile ? "file" : "hls",
    url: source.url,
    external_url: null,
    device_url: null,
    download_url: null,
    audio: [],
    subtitles: [],
    chapters: markChapters(source),
    fonts: [],
    seek_pictures: null,
    duration: null,
    codecs: [],
    problem: null,
  };
}

/** Returns a source that plays through the video proxy; null where that is not for the viewer. */
function streamSource(
  source: EpisodeSource,
  { signer, viewers, mayUseProxies }: PlaybackOptions,
): PlaybackSource | null {
  const base = baseSource(source);
  const [viewer] = viewers;
  const isProxied = /^https?:/i.test(source.sourceUrl);
  if (isProxied && !mayUseProxies) return null;
  return viewer === undefined || !isProxied
    ? base
    : { ...base, url: source.url + grantOf(signer, source.sourceUrl, viewer) };
}

function markChapters({ intro, outro }: EpisodeSource): PlaybackSource["chapters"] {
  return [
    ...(intro === null
      ? []
      : [{ title: "Intro", kind: "intro" as const, detected: false, ...intro }]),
    ...(outro === null
      ? []
      : [{ title: "Outro", kind: "outro" as const, detected: false, ...outro }]),
  ];
}

async function fileSource(
  source: EpisodeSource,
  { folder, path }: MediaFileLocation,
  {
    db,
    player,
    signer,
    viewers,
    viewer,
    codecs,
    client,
    mayDownload = false,
  }: PlaybackOptions & { viewer: MediaViewer },
): Promise<PlaybackSource> {
  const segments = [folder, ...path];
  const isPlaylist = /\.m3u8$/i.test(path.at(-1) ?? "");
  const scope: MediaScope = { kind: isPlaylist ? "playlist" : "file", path: segments };
  const token = signer.sign(scope, viewer);
  const network =
    viewers.find((other) => other.startsWith("local:")) ??
    viewers.find((other) => other.startsWith("network:"));
  const networkToken = network === undefined ? null : signer.sign(scope, network);
  const signedUrl = isPlaylist ? playlistUrl : mediaUrl;
  const base = {
    ...baseSource(source),
    external_url: networkToken === null ? null : signedUrl(networkToken, segments),
    download_url:
      isPlaylist || !mayDownload
        ? null
        : mediaUrl(signer.sign({ kind: "download", path: segments }, viewer), segments),
  };
  if (isPlaylist)
    return {
      ...base,
      type: "hls",
      url: playlistUrl(token, segments),
      device_url: base.external_url,
    };
  const urlOf = (...resource: string[]) => mediaUrl(token, [...segments, ...resource]);
  const direct = { ...base, type: "file" as const, url: urlOf() };
  const located = await locateMediaFile(db, folder, path);
  if (located === null)
    return {
      ...direct,
      problem: { kind: "missing", codec: null, message: errorText("file.notFound") },
    };
  try {
    const [description, detected] = await Promise.all([
      player.describe(located.path, clientCodecs(codecs), { client }),
      findDetectedMarks(db, source.sourceUrl),
    ]);
    const described = {
      ...describeFile(direct, description, { urlOf, codecs }),
      device_url:
        networkToken === null
          ? null
          : `${mediaUrl(networkToken, [...segments, description.version, "hls", "master.m3u8"])}?codecs=${DEVICE_CODECS.join(",")}`,
    };
    return detected?.version === description.version
      ? { ...described, chapters: withDetected(described.chapters, detected.marks) }
      : described;
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
  { version, info, plan, subtitleFiles, thumbnails }: FileDescription,
  { urlOf, codecs }: FileUrls,
): PlaybackSource {
  const height = mainTrack(info.tracks, "video")?.height ?? null;
  const query = new URLSearchParams({
    ...(codecs === null ? {} : { codecs: codecs.join(",") }),
    // The name of the encoder lets a player that renews its URL see that the playlist is another
    // one.
    ...(plan.encoder === null ? {} : { encoder: plan.encoder }),
  });
  const marked = new Set(base.chapters.map(({ kind }) => kind));
  const zero = plan.type === "hls" ? info.startTime : 0;
  const offered =
    plan.type === "file"
      ? info.tracks.filter(({ kind }) => kind === "audio")
      : plan.audio.map(({ track }) => track);
  return {
    ...base,
    label: base.label ?? (height === null ? null : `${height}p`),
    type: plan.type,
    url:
      plan.type === "file"
        ? base.url
        : `${urlOf(version, "hls", "master.m3u8")}${query.size === 0 ? "" : `?${query}`}`,
    audio: offered.map((track) => ({
      language: track.language,
      label: trackLabel(track),
      codec: track.codec ?? track.codecName,
    })),
    subtitles: withDistinctLabels([
      ...info.tracks.flatMap((track) => embeddedSubtitles(track, version, urlOf)),
      ...subtitleFiles.map((file) =>
        subtitleSource(file.format, {
          language: file.language,
          label:
            [languageName(file.language), file.title].filter((part) => part !== null).join(" – ") ||
            file.name,
          kind: file.kind,
          isDefault: false,
          isForced: file.kind === "signs",
          urlAs: (format) => urlOf(version, "subtitles", "beside", besideName(file, format)),
        }),
      ),
    ]),
    chapters: [
      ...base.chapters,
      ...info.chapters
        .map(({ title, start, end }) => ({
          title,
          start: Math.max(0, start - zero),
          end: toEnd(end ?? endOf(info), zero),
          kind: chapterKind(title),
          detected: false,
        }))
        // The operator's marks take precedence over chapter titles.
        .filter(({ kind }) => !marked.has(kind)),
    ],
    fonts: servedFonts(info.fonts).map(({ font, index }) => ({
      name: font.name,
      url: urlOf(version, "fonts", String(index), font.name.replaceAll("/", "_") || "font"),
    })),
    seek_pictures:
      thumbnails === null
        ? null
        : {
            interval: thumbnails.interval,
            columns: SHEET_COLUMNS,
            rows: SHEET_ROWS,
            width: thumbnails.width,
            height: thumbnails.height,
            sheets: Array.from({ length: countSheets(thumbnails) }, (_, sheet) =>
              urlOf(version, "pictures", sheetName(sheet)),
            ),
          },
    duration: toEnd(endOf(info), zero),
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

/** Marks and chapters take precedence over what was detected. */
function withDetected(
  chapters: PlaybackSource["chapters"],
  marks: readonly DetectedMark[],
): PlaybackSource["chapters"] {
  const chapterKinds = new Set(chapters.map(({ kind }) => kind));
  return [
    ...chapters,
    ...marks
      .filter(({ kind }) => !chapterKinds.has(kind))
      .map((mark) => ({ ...mark, title: null, detected: true })),
  ];
}

/** Returns the end on the file's clock. */
function endOf({ startTime, duration }: MediaInfo): number | null {
  return duration === null ? null : startTime + duration;
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
  const { language, name, isDefault, isForced } = track;
  const urlAs = (format: SubtitleFormat) =>
    urlOf(version, "subtitles", embeddedName(track.number, format));
  return [
    subtitleSource(track.format, {
      language,
      label: trackLabel(track),
      kind: subtitleKind(name, track),
      isDefault,
      isForced,
      urlAs,
    }),
  ];
}

/** Gives each track a label of its own, since a menu may list several of one language. */
function withDistinctLabels(subtitles: PlaybackSource["subtitles"]): PlaybackSource["subtitles"] {
  const labels = distinctLabels(subtitles);
  return subtitles.map((track, index) => ({ ...track, label: labels[index] ?? track.label }));
}

interface DescribedSubtitles {
  language: string | null;
  label: string;
  kind: SubtitleKind;
  isDefault: boolean;
  isForced: boolean;
  urlAs: (format: SubtitleFormat) => string;
}

function subtitleSource(
  source: SubtitleFormat,
  { language, label, kind, isDefault, isForced, urlAs }: DescribedSubtitles,
): PlaybackSource["subtitles"][number] {
  const [format, plain] = formatsOf(source);
  return {
    language,
    label,
    kind,
    format,
    url: urlAs(format),
    plain_url: plain === undefined ? null : urlAs(plain),
    default: isDefault,
    forced: isForced,
  };
}
