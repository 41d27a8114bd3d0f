import { LANGUAGES } from "./subtitles";

/** Bandwidths in bits per second: peak segment and average. */
export type Rendition = {
  folder: string;
  width: number;
  height: number;
  frameRate: number;
  codecs: string;
  bandwidth: number;
  averageBandwidth: number;
};

/** Best rendition first; subtitles are off by default. */
export function masterPlaylist(renditions: readonly Rendition[]): string {
  const subtitles = LANGUAGES.map(
    ({ code, name }) =>
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="${name}",LANGUAGE="${code}",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="sub-${code}/index.m3u8"`,
  );
  const variants = renditions.map(
    ({ folder, width, height, frameRate, codecs, bandwidth, averageBandwidth }) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${averageBandwidth},CODECS="${codecs}",RESOLUTION=${width}x${height},FRAME-RATE=${frameRate.toFixed(3)},SUBTITLES="subs"\n${folder}/index.m3u8`,
  );
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:6",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    ...subtitles,
    ...variants,
    "",
  ].join("\n");
}

/** `map` is the initialization section of fragmented MP4; subtitles have none. */
export function mediaPlaylist(
  segments: readonly { uri: string; seconds: number }[],
  map?: string,
): string {
  const target = Math.max(...segments.map(({ seconds }) => Math.round(seconds)));
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:6",
    `#EXT-X-TARGETDURATION:${target}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    ...(map ? ["#EXT-X-INDEPENDENT-SEGMENTS", `#EXT-X-MAP:URI="${map}"`] : []),
    ...segments.flatMap(({ uri, seconds }) => [`#EXTINF:${seconds.toFixed(6)},`, uri]),
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");
}

/** EXTINF and URI lines only. */
export function readSegments(playlist: string): { uri: string; seconds: number }[] {
  return [...playlist.matchAll(/^#EXTINF:([\d.]+),[^\n]*\n([^#\n]+)$/gm)].map(
    ([, seconds, uri]) => ({ uri: uri ?? "", seconds: Number(seconds) }),
  );
}

/** Names the codec by the avcC box, e.g. avc1.64001e (RFC 6381). */
export function videoCodec(initialization: Buffer): string {
  const at = initialization.indexOf("avcC");
  if (at < 0 || at + 8 > initialization.length)
    throw new Error("The initialization file holds no H.264 configuration (avcC)");
  return `avc1.${initialization.subarray(at + 5, at + 8).toString("hex")}`;
}
