/** Codec names by the start of their RFC 6381 string, sample entry or Matroska codec id. */
const NAMES: readonly (readonly [start: RegExp, name: string])[] = [
  [/^(?:hvc1|hev1|dvh1|dvhe|V_MPEGH)/i, "HEVC (H.265)"],
  [/^(?:avc1\.6e|avc3\.6e)/i, "H.264 10 bit"],
  [/^(?:avc1|avc3|V_MPEG4\/ISO\/AVC)/i, "H.264"],
  [/^(?:av01|V_AV1)/i, "AV1"],
  [/^(?:vp09|vp9|V_VP9)/i, "VP9"],
  [/^(?:mp4v|V_MPEG4|V_MS)/i, "MPEG-4 Visual"],
  [/^(?:V_MPEG2|mp2v)/i, "MPEG-2"],
  [/^(?:ec-3|ec3|A_EAC3)/i, "Dolby Digital Plus (E-AC-3)"],
  [/^(?:ac-3|ac3|A_AC3)/i, "Dolby Digital (AC-3)"],
  [/^(?:dts|A_DTS)/i, "DTS"],
  [/^(?:mlpa|A_TRUEHD)/i, "Dolby TrueHD"],
  [/^(?:fLaC|A_FLAC)/i, "FLAC"],
  [/^(?:Opus|A_OPUS)/i, "Opus"],
  [/^(?:mp4a|A_AAC|A_MPEG)/i, "AAC"],
  [/^(?:ipcm|A_PCM)/i, "PCM"],
];

/** Types to probe, by codec name. */
const TYPES: Readonly<Record<string, string>> = {
  "HEVC (H.265)": 'video/mp4; codecs="hvc1.1.6.L93.B0"',
  "H.264": 'video/mp4; codecs="avc1.64001f"',
  "H.264 10 bit": 'video/mp4; codecs="avc1.6e001f"',
  AV1: 'video/mp4; codecs="av01.0.04M.08"',
  VP9: 'video/mp4; codecs="vp09.00.10.08"',
  "MPEG-4 Visual": 'video/mp4; codecs="mp4v.20.9"',
  "Dolby Digital Plus (E-AC-3)": 'audio/mp4; codecs="ec-3"',
  "Dolby Digital (AC-3)": 'audio/mp4; codecs="ac-3"',
  DTS: 'audio/mp4; codecs="dtsc"',
  "Dolby TrueHD": 'audio/mp4; codecs="mlpa"',
  FLAC: 'audio/mp4; codecs="flac"',
  Opus: 'audio/mp4; codecs="opus"',
  AAC: 'audio/mp4; codecs="mp4a.40.2"',
};

export function codecName(codec: string): string {
  return NAMES.find(([start]) => start.test(codec))?.[1] ?? codec;
}

export function codecsOfType(mimeType: string): string[] {
  return (
    /codecs="?([^";]+)/i
      .exec(mimeType)?.[1]
      ?.split(",")
      .map((codec) => codec.trim()) ?? []
  );
}

export function undecodableNames(
  codecs: readonly string[],
  supports: (type: string) => boolean,
): string[] {
  return [...new Set(codecs.map(codecName))].filter((name) => {
    const type = TYPES[name];
    return type === undefined || !supports(type);
  });
}

const SAMPLE_ENTRIES =
  /(?<=[\s\S]{4})(?:hvc1|hev1|dvh1|dvhe|avc1|avc3|av01|vp09|mp4v|ec-3|ac-3|dts[cehlx]|mlpa|fLaC|Opus|mp4a|ipcm)(?=\0{6})/g;
const MATROSKA_CODECS =
  /V_(?:MPEGH\/ISO\/HEVC|MPEG4\/ISO\/AVC|MPEG4\/ISO\/ASP|MPEG2|AV1|VP9|MS\/VFW)|A_(?:E?AC3|AAC|DTS|TRUEHD|FLAC|OPUS|MPEG|PCM)/g;

/**
 * Searches for sample entries of MP4 (ISO/IEC 14496-12), codec ids of Matroska (RFC 9559) and
 * stream types of MPEG transport streams (ISO/IEC 13818-1). Empty when the bytes have no such
 * table.
 */
export function findCodecs(bytes: Uint8Array): string[] {
  if (bytes[0] === 0x47 && bytes[188] === 0x47) return findTransportCodecs(bytes);
  const text = new TextDecoder("latin1").decode(bytes);
  const names = text.startsWith("\x1a\x45\xdf\xa3") ? MATROSKA_CODECS : SAMPLE_ENTRIES;
  return [...new Set(text.match(names))];
}

const STREAM_TYPES: Readonly<Record<number, string>> = {
  0x02: "mp2v",
  0x0f: "mp4a",
  0x1b: "avc1",
  0x24: "hvc1",
  0x81: "ac-3",
  0x82: "dtsc",
  0x87: "ec-3",
};
const DESCRIPTORS: Readonly<Record<number, string>> = { 0x6a: "ac-3", 0x7a: "ec-3", 0x7b: "dtsc" };

function findTransportCodecs(bytes: Uint8Array): string[] {
  const codecs = new Set<string>();
  for (let packet = 0; packet + 188 <= bytes.length; packet += 188) {
    const startsUnit = ((bytes[packet + 1] ?? 0) & 0x40) !== 0;
    const hasAdaptation = ((bytes[packet + 3] ?? 0) & 0x20) !== 0;
    const payload = packet + 4 + (hasAdaptation ? 1 + (bytes[packet + 4] ?? 0) : 0);
    const section = payload + 1 + (bytes[payload] ?? 0);
    if (!startsUnit || section + 12 > packet + 188 || bytes[section] !== 0x02) continue;
    const end = Math.min(packet + 188, section + 3 + twelveBits(bytes, section + 1) - 4);
    let at = section + 12 + twelveBits(bytes, section + 10);
    while (at + 5 <= end) {
      const infoLength = twelveBits(bytes, at + 3);
      const codec = STREAM_TYPES[bytes[at] ?? 0];
      if (codec !== undefined) codecs.add(codec);
      for (let info = at + 5; info + 2 <= at + 5 + infoLength; info += 2 + (bytes[info + 1] ?? 0)) {
        const described = DESCRIPTORS[bytes[info] ?? 0];
        if (described !== undefined && bytes[at] === 0x06) codecs.add(described);
      }
      at += 5 + infoLength;
    }
    return [...codecs];
  }
  return [...codecs];
}

function twelveBits(bytes: Uint8Array, at: number): number {
  return (((bytes[at] ?? 0) & 0x0f) << 8) | (bytes[at + 1] ?? 0);
}
