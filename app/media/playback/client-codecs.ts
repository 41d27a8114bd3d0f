/** Codecs that every current browser supports; assumed for clients that send none. */
const COMMON_CODECS = [
  "avc1.640028",
  "vp09.00.40.08",
  "vp8",
  "av01.0.08M.10",
  "mp4a.40.2",
  "mp4a.40.34",
  "flac",
  "opus",
  "vorbis",
];

const TEN_BIT_AVC = new Set(["6e", "7a", "f4"]);

export type PlaysCodec = (codec: string | null) => boolean;

/**
 * Accepts the families of the named codecs, null for a client that names none: a client that plays
 * one level of H.264 is assumed to play the others, but not 10-bit.
 */
export function clientCodecs(named: readonly string[] | null): PlaysCodec {
  const played = new Set((named ?? COMMON_CODECS).flatMap(familiesPlayed));
  return (codec) => codec !== null && played.has(familyOf(codec));
}

/** Codecs of one family are supported together. */
function familyOf(codec: string): string {
  const [name = "", ...rest] = codec.trim().toLowerCase().replaceAll('"', "").split(".");
  if (/^avc[13]$/.test(name)) return TEN_BIT_AVC.has(rest[0]?.slice(0, 2) ?? "") ? "avc10" : "avc";
  if (/^(?:hvc1|hev1)$/.test(name)) return (rest[0] ?? "1") === "1" ? "hevc" : "hevc10";
  if (name === "av01") return Number(rest[2] ?? 8) > 8 ? "av110" : "av1";
  if (name === "vp09" || name === "vp9") return Number(rest[0] ?? 0) >= 2 ? "vp910" : "vp9";
  if (name === "vp08") return "vp8";
  if (name === "mp4a") return mpegAudioFamily(rest);
  if (name === "mp3") return "mp3";
  if (name === "ac3") return "ac-3";
  if (name === "eac3") return "ec-3";
  return name.startsWith("dts") ? "dtsc" : name;
}

/**
 * Tells the family from the object types of ISO/IEC 14496-1 and, for 0x40, the audio object types
 * of 14496-3.
 */
function mpegAudioFamily([type = "40", audioType]: readonly string[]): string {
  if (type === "69" || type === "6b" || audioType === "34") return "mp3";
  if (type === "a5") return "ac-3";
  if (type === "a6") return "ec-3";
  return type === "a9" ? "dtsc" : "aac";
}

/** Lists families. 10 bits imply 8; a name without a profile means all of them. */
function familiesPlayed(codec: string): string[] {
  const family = familyOf(codec);
  const bare = !codec.includes(".");
  if (family === "avc10" || (family === "avc" && bare)) return ["avc", "avc10"];
  if (family === "hevc10" || (family === "hevc" && bare)) return ["hevc", "hevc10"];
  if (family === "av110" || (family === "av1" && bare)) return ["av1", "av110"];
  if (family === "vp910") return ["vp9", "vp910"];
  return [family];
}
