/** An RFC 6381 string, null where there is none, and a display name. */
export interface CodecName {
  codec: string | null;
  codecName: string;
}

const hex = (value: number, digits = 2) => value.toString(16).padStart(digits, "0");
const decimal = (value: number) => String(value).padStart(2, "0");

export function avcCodec(record: Uint8Array): CodecName {
  const [, profile = 0x64, constraints = 0, level = 0x28] = record;
  const isTenBit = [0x6e, 0x7a, 0xf4].includes(profile);
  return {
    codec: `avc1.${hex(profile)}${hex(constraints)}${hex(level)}`,
    codecName: isTenBit ? "H.264 10-bit" : "H.264",
  };
}

/** Reads an `HEVCDecoderConfigurationRecord` (ISO 14496-15 annex E). */
export function hevcCodec(record: Uint8Array): CodecName {
  if (record.length < 13) return { codec: "hvc1", codecName: "HEVC" };
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const first = view.getUint8(1);
  const profile = first & 0x1f;
  let compatibility = 0;
  const flags = view.getUint32(2);
  for (let bit = 0; bit < 32; bit += 1) if ((flags >>> bit) & 1) compatibility += 2 ** (31 - bit);
  const constraints = [...record.subarray(6, 12)];
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints.pop();
  return {
    codec: [
      "hvc1",
      `${["", "A", "B", "C"][first >> 6] ?? ""}${profile}`,
      compatibility.toString(16),
      `${(first & 0x20) === 0 ? "L" : "H"}${view.getUint8(12)}`,
      ...constraints.map((byte) => byte.toString(16)),
    ].join("."),
    codecName: profile === 2 ? "HEVC 10-bit" : "HEVC",
  };
}

export function av1Codec(record: Uint8Array): CodecName {
  const [, sequence = 0, tier = 0] = record;
  const depth = (tier & 0x40) === 0 ? 8 : (tier & 0x20) === 0 ? 10 : 12;
  return {
    codec: `av01.${sequence >> 5}.${decimal(sequence & 0x1f)}${(tier & 0x80) === 0 ? "M" : "H"}.${decimal(depth)}`,
    codecName: depth === 8 ? "AV1" : `AV1 ${depth}-bit`,
  };
}

/** Reads Matroska's list of VP9 features, which most files omit. */
function vp9Codec(features: Uint8Array): CodecName {
  let [profile, level, depth] = [0, 10, 8];
  for (let offset = 0; offset + 2 < features.length; offset += 2 + (features[offset + 1] ?? 0)) {
    const value = features[offset + 2] ?? 0;
    if (features[offset] === 1) profile = value;
    if (features[offset] === 2) level = value;
    if (features[offset] === 3) depth = value;
  }
  if (profile >= 2 && depth === 8) depth = 10;
  return {
    codec: `vp09.${decimal(profile)}.${decimal(level)}.${decimal(depth)}`,
    codecName: depth === 8 ? "VP9" : `VP9 ${depth}-bit`,
  };
}

/** The object type of an MPEG-4 `AudioSpecificConfig`; 2, AAC LC, for an empty one. */
export function aacObjectType(config: Uint8Array): number {
  const [first = 0x10, second = 0] = config;
  const type = first >> 3;
  return type === 31 ? 32 + ((first & 7) << 3) + (second >> 5) : type || 2;
}

const AUDIO: readonly (readonly [RegExp, CodecName])[] = [
  [/^A_FLAC$/, { codec: "flac", codecName: "FLAC" }],
  [/^A_OPUS/, { codec: "opus", codecName: "Opus" }],
  [/^A_VORBIS$/, { codec: "vorbis", codecName: "Vorbis" }],
  [/^A_MPEG\/L3$/, { codec: "mp4a.40.34", codecName: "MP3" }],
  [/^A_MPEG\/L1$/, { codec: null, codecName: "MP1" }],
  [/^A_MPEG\/L2$/, { codec: null, codecName: "MP2" }],
  [/^A_EAC3/, { codec: "ec-3", codecName: "E-AC-3" }],
  [/^A_AC3/, { codec: "ac-3", codecName: "AC-3" }],
  [/^A_DTS/, { codec: "dtsc", codecName: "DTS" }],
  [/^A_(?:TRUEHD|MLP)/, { codec: "mlpa", codecName: "TrueHD" }],
  [/^A_PCM/, { codec: null, codecName: "PCM" }],
];

const SUBTITLES: readonly (readonly [RegExp, string])[] = [
  [/^S_(?:TEXT\/)?(?:ASS|SSA)$/, "ASS"],
  [/^S_TEXT\/(?:UTF8|ASCII)$/, "SRT"],
  [/^(?:S_TEXT|D_WEBVTT)\/(?:WEBVTT|SUBTITLES|CAPTIONS)$/, "WebVTT"],
  [/^S_HDMV\/PGS$/, "PGS"],
  [/^S_HDMV\/TEXTST$/, "HDMV text"],
  [/^S_VOBSUB/, "VobSub"],
  [/^S_DVBSUB/, "DVB subtitles"],
];

const FOUR_CC_NAMES: Readonly<Record<string, string>> = {
  xvid: "MPEG-4 (Xvid)",
  divx: "MPEG-4 (DivX)",
  dx50: "MPEG-4 (DivX)",
  fmp4: "MPEG-4",
  mp4v: "MPEG-4",
  div3: "MS-MPEG4",
  mp43: "MS-MPEG4",
  mp42: "MS-MPEG4",
  h264: "H.264",
  avc1: "H.264",
  wvc1: "VC-1",
  wmv3: "WMV 9",
  mjpg: "Motion JPEG",
  mpg2: "MPEG-2",
  mpg1: "MPEG-1",
};

/** A four-character code, as in AVI. Browsers play none of them in this form. */
export function fourCcCodec(letters: string): CodecName {
  const printable = letters.replaceAll(/[^\x20-\x7e]/g, "").trim();
  return { codec: null, codecName: FOUR_CC_NAMES[printable.toLowerCase()] ?? (printable || "?") };
}

export function matroskaCodec(id: string, codecPrivate: Buffer): CodecName {
  if (id === "V_MPEG4/ISO/AVC") return avcCodec(codecPrivate);
  if (id === "V_MPEGH/ISO/HEVC") return hevcCodec(codecPrivate);
  if (id === "V_AV1") return av1Codec(codecPrivate);
  if (id === "V_VP9") return vp9Codec(codecPrivate);
  if (id === "V_VP8") return { codec: "vp8", codecName: "VP8" };
  if (id === "V_MPEG2" || id === "V_MPEG1")
    return { codec: null, codecName: id.replace("V_MPEG", "MPEG-") };
  if (id.startsWith("V_MPEG4/ISO/")) return { codec: null, codecName: "MPEG-4" };
  if (id === "V_MS/VFW/FOURCC") return fourCcCodec(codecPrivate.toString("latin1", 16, 20));
  if (id.startsWith("A_AAC")) return aacCodec(id, codecPrivate);
  const audio = AUDIO.find(([pattern]) => pattern.test(id))?.[1];
  const subtitles = SUBTITLES.find(([pattern]) => pattern.test(id))?.[1];
  return audio ?? { codec: null, codecName: subtitles ?? (id.replace(/^[A-Z]_/, "") || "?") };
}

function aacCodec(id: string, config: Buffer): CodecName {
  const type = config.length > 0 ? aacObjectType(config) : id.includes("SBR") ? 5 : 2;
  return { codec: `mp4a.40.${type}`, codecName: type === 5 || type === 29 ? "HE-AAC" : "AAC" };
}
