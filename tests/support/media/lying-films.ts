import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { byte, element, text } from "./ebml";

const CONTAINERS = join(import.meta.dirname, "../../fixtures/containers");

/** A film whose sizes, counts, offsets or times are not true, and its subtitles beside it. */
interface LyingFilm {
  name: string;
  bytes: Buffer;
  subtitles: { name: string; text: string }[];
}

/** What films claim in place of the truth: 32 bits each. */
export const LIES = [0xee6b2800, 0xffffffff, 0x7fffffff, 0x00ffffff, 0x10000, 0] as const;

type Lie = (claimed: number) => Buffer;

const fixture = (name: string) => readFileSync(join(CONTAINERS, name));

/** Replaces the 32 bits that are `offset` bytes after the name of a table. */
function claim(name: string, table: string, offset: number, isLittle = false): Lie {
  return (claimed) => {
    const bytes = fixture(name);
    const at = bytes.indexOf(table, 0, "latin1");
    if (at === -1) throw new Error(`${name} has no ${table}`);
    if (isLittle) bytes.writeUInt32LE(claimed, at + table.length + offset);
    else bytes.writeUInt32BE(claimed, at + table.length + offset);
    return bytes;
  };
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

const FTYP = box("ftyp", Buffer.from("isom\0\0\0\0isom"));

/** Boxes within boxes, as deep as 64 kB allow. */
function nestedBoxes(claimed: number): Buffer {
  let inner = box("stbl", box("stts", numbers(0, claimed)));
  for (let depth = 0; depth < 8_000; depth += 1) inner = box("trak", inner);
  return Buffer.concat([FTYP, box("moov", inner)]);
}

/** The film's tables, and then fragments that claim frames. */
function fragments(claimed: number): Buffer {
  const run = box("trun", numbers(0x100, claimed, 512));
  const fragment = box("moof", box("traf", box("tfhd", numbers(0, 1)), run));
  return Buffer.concat([
    fixture("h264-aac.mp4"),
    ...Array.from({ length: 50 }, () => Buffer.concat([fragment, box("mdat", Buffer.alloc(8))])),
  ]);
}

/** Chunks that all lie at one place, and samples of one size. */
function overlappingChunks(claimed: number): Buffer {
  const bytes = fixture("h264-aac.mp4");
  for (let at = bytes.indexOf("stco"); at !== -1; at = bytes.indexOf("stco", at + 4)) {
    const count = bytes.readUInt32BE(at + 8);
    for (let entry = 0; entry < count; entry += 1)
      bytes.writeUInt32BE(claimed, at + 12 + entry * 4);
  }
  return bytes;
}

/** Frames of days each. */
function longFrames(claimed: number): Buffer {
  const bytes = fixture("h264-aac.mp4");
  for (let at = bytes.indexOf("stts"); at !== -1; at = bytes.indexOf("stts", at + 4))
    bytes.writeUInt32BE(claimed, at + 16);
  for (let at = bytes.indexOf("mdhd"); at !== -1; at = bytes.indexOf("mdhd", at + 4))
    bytes.writeUInt32BE(1, at + 16);
  return bytes;
}

const long = (id: string, value: number) => element(id, numbers(value));

const VIDEO = element(
  "ae",
  ...[byte("d7", 1), byte("83", 1), text("86", "V_VP8")],
  element("e0", byte("b0", 64), byte("ba", 36)),
);
const SOUND = element(
  "ae",
  ...[
    byte("d7", 2),
    byte("83", 2),
    text("86", "A_AAC"),
    element("63a2", Buffer.from("1190", "hex")),
  ],
  element("e1", element("b5", Buffer.from("40e7700000000000", "hex")), byte("9f", 2)),
);
const LINES = element("ae", byte("d7", 3), byte("83", 17), text("86", "S_TEXT/UTF8"));
const EBML_HEAD = element("1a45dfa3", text("4282", "matroska"));

/** A block of a track: video is a key frame. */
const block = (track: number, ...content: Buffer[]) =>
  element("a3", Buffer.from([0x80 | track, 0, 0, 0x80]), ...content);
const cluster = (time: number, ...blocks: Buffer[]) =>
  element("1f43b675", long("e7", time), ...blocks);
const FRAME = Buffer.alloc(40, 1);

function matroska(...parts: Buffer[]): Buffer {
  return Buffer.concat([
    EBML_HEAD,
    element("18538067", element("1654ae6b", VIDEO, SOUND, LINES), ...parts),
  ]);
}

const FILM = cluster(0, block(1, FRAME), block(2, FRAME), block(3, Buffer.from("line")));

function cues(points: readonly (readonly [time: number, position: number])[]): Buffer {
  return element(
    "1c53bb6b",
    ...points.map(([time, position]) =>
      element("bb", long("b3", time), element("b7", byte("f7", 1), long("f1", position))),
    ),
  );
}

/** The first element of a kind claims to be larger than the file. */
function claimSize(id: string): Lie {
  return (claimed) => {
    const bytes = matroska(FILM, cues([[0, 200]]));
    const at = bytes.indexOf(Buffer.from(id, "hex"));
    bytes.writeUInt32BE(claimed, at + id.length / 2 + 4);
    return bytes;
  };
}

/** Chapters within chapters, as deep as 64 kB allow. */
function nestedChapters(claimed: number): Buffer {
  let inner = long("91", claimed);
  for (let depth = 0; depth < 3_000; depth += 1) inner = element("b6", inner);
  return matroska(element("1043a770", element("45b9", inner)), FILM);
}

/** Seek heads that lead to each other. */
function loopingSeeks(claimed: number): Buffer {
  const seek = (id: string, position: number) =>
    element("4dbb", element("53ab", Buffer.from(id, "hex")), long("53ac", position));
  return matroska(
    element("114d9b74", seek("114d9b74", 0), seek("1c53bb6b", 0), seek("1654ae6b", claimed)),
    FILM,
  );
}

/** Sound of one frame now and one that is said to come in years. */
function distantSound(claimed: number): Buffer {
  return matroska(FILM, cluster(claimed, block(1, FRAME), block(2, FRAME)), FILM);
}

/** Times whose unit is years. */
function longTicks(claimed: number): Buffer {
  const unit = element("2ad7b1", numbers(0xfff, claimed));
  return matroska(
    element("1549a966", unit),
    FILM,
    cluster(claimed, block(1, FRAME), block(2, FRAME)),
    cues([
      [0, 0],
      [claimed, 0],
    ]),
  );
}

/** Elements of two bytes, more than are read in one turn. */
function emptyElements(claimed: number): Buffer {
  const many = Buffer.alloc(256 * 1024, Buffer.from("ec80", "hex"));
  return matroska(FILM, element("1f43b675", long("e7", claimed), many, block(1, FRAME)));
}

function emptyInGroup(claimed: number): Buffer {
  const many = Buffer.alloc(1024 * 1024, Buffer.from("fb80", "hex"));
  return matroska(FILM, cluster(claimed, element("a0", many)));
}

/** Makes more blocks of no bytes than a segment may have in one turn. */
function emptyBlocks(claimed: number): Buffer {
  const track = 0x81 + (claimed % 3);
  const many = Buffer.alloc(6 * 30_000, Buffer.from([0xa3, 0x84, track, 0, 0, 0x80]));
  return matroska(FILM, cluster(0, many));
}

/** A block of 256 frames that are said to be larger than it. */
function lace(claimed: number): Buffer {
  const laced = Buffer.concat([Buffer.from([255]), Buffer.alloc(600, claimed & 0xff)]);
  const kinds = [0x82, 0x84, 0x86].map((flags) =>
    element("a3", Buffer.from([0x82, 0, 0, flags]), laced),
  );
  return matroska(FILM, cluster(1_000, ...kinds, block(1, FRAME)));
}

/** Subtitles that are small as long as they are packed. */
function packedSubtitles(): Buffer {
  const packed = element("6d80", element("6240", element("5034", byte("4254", 0))));
  const track = element("ae", byte("d7", 3), byte("83", 17), text("86", "S_TEXT/ASS"), packed);
  const bomb = deflateSync(Buffer.alloc(100 * 1024 * 1024));
  return Buffer.concat([
    EBML_HEAD,
    element(
      "18538067",
      element("1654ae6b", VIDEO, track),
      cluster(0, block(1, FRAME), block(3, bomb), block(3, bomb)),
    ),
  ]);
}

function embeddedLines(): Buffer {
  const line = block(3, Buffer.from("a"));
  return matroska(cluster(0, block(1, FRAME), Buffer.alloc(250_000 * line.length, line)));
}

function attachment(claimed: number): Buffer {
  const font = element("61a7", text("466e", "a.ttf"), text("4660", "font/ttf"), long("465c", 0));
  font.writeUInt32BE(claimed, font.length - 8);
  return matroska(element("1941a469", font), FILM);
}

/** An index whose parts are all the same one, or lie outside of the file. */
function loopingAviIndex(claimed: number): Buffer {
  const bytes = fixture("xvid-mp3.avi");
  const at = bytes.indexOf("idx1");
  const size = bytes.readUInt32LE(at + 4);
  for (let entry = at + 8; entry + 16 <= at + 8 + size; entry += 16) {
    bytes.writeUInt32LE(4, entry + 8);
    bytes.writeUInt32LE(claimed, entry + 12);
  }
  return bytes;
}

function nestedLists(claimed: number): Buffer {
  const head = Buffer.from("LIST\0\0\0\0hdrl");
  const lists = Buffer.concat(Array.from({ length: 5_000 }, () => head));
  for (let at = 4; at < lists.length; at += 12) lists.writeUInt32LE(lists.length - at - 4, at);
  const riff = Buffer.from("RIFF\0\0\0\0AVI ");
  riff.writeUInt32LE(claimed, 4);
  return Buffer.concat([riff, lists]);
}

const TS_PACKET = 188;

/** Changes packets of a transport stream, each from its first byte on. */
function packets(change: (packet: Buffer, index: number, claimed: number) => void): Lie {
  return (claimed) => {
    const bytes = fixture("h264-aac.ts");
    for (let at = 0; at + TS_PACKET <= bytes.length; at += TS_PACKET)
      change(bytes.subarray(at, at + TS_PACKET), at / TS_PACKET, claimed);
    return bytes;
  };
}

const isTable = (packet: Buffer) => (packet.readUInt16BE(1) & 0x1fff) < 0x30;

/** Each kind has a container, and something that is not true. */
const KINDS: Readonly<Record<string, readonly [extension: string, lie: Lie]>> = {
  ...Object.fromEntries(
    (
      [
        ...(["stts", "ctts", "stsc", "stss", "stco"] as const).map((table) => [table, 4] as const),
        ...[["stts", 8] as const, ["ctts", 8] as const, ["stsc", 12] as const],
        ...[["stsz", 4] as const, ["stsz", 8] as const, ["stsz", 12] as const],
        ...[["mvhd", 12] as const, ["mdhd", 12] as const, ["mdhd", 16] as const],
        ...[["tkhd", 12] as const, ["elst", 4] as const, ["stsd", 4] as const],
        ...[["moov", -8] as const, ["trak", -8] as const, ["stbl", -8] as const],
      ] as const
    ).map(([table, offset]) => [
      `MP4 ${table} ${offset}`,
      ["mp4", claim("h264-aac.mp4", table, offset)] as const,
    ]),
  ),
  "MP4 nested": ["mp4", nestedBoxes],
  "MP4 fragments": ["mp4", fragments],
  "MP4 overlapping": ["mp4", overlappingChunks],
  "MP4 long frames": ["mp4", longFrames],
  "MOV stco 4": ["mov", claim("h264-aac.mov", "stco", 4)],
  "MOV stsz 8": ["mov", claim("h264-aac.mov", "stsz", 8)],
  "Matroska segment": ["mkv", claimSize("18538067")],
  "Matroska tracks": ["mkv", claimSize("1654ae6b")],
  "Matroska cluster": ["mkv", claimSize("1f43b675")],
  "Matroska cues": ["mkv", claimSize("1c53bb6b")],
  "Matroska cue times": [
    "mkv",
    (claimed) =>
      matroska(
        FILM,
        cues([
          [0, 0],
          [claimed, 0],
        ]),
      ),
  ],
  "Matroska cue places": [
    "mkv",
    (claimed) =>
      matroska(
        FILM,
        cues([
          [0, claimed],
          [9_000, claimed],
        ]),
      ),
  ],
  "Matroska overlapping": [
    "mkv",
    (claimed) =>
      matroska(FILM, cues(Array.from({ length: 2_000 }, (_, at) => [(at * claimed) % 2 ** 32, 0]))),
  ],
  "Matroska many cues": [
    "mkv",
    (claimed) =>
      matroska(cues(Array.from({ length: 60_000 }, (_, at) => [at * 6_000, claimed])), FILM),
  ],
  "Matroska nested": ["mkv", nestedChapters],
  "Matroska looping": ["mkv", loopingSeeks],
  "Matroska distant sound": ["mkv", distantSound],
  "Matroska ticks": ["mkv", longTicks],
  "Matroska empty elements": ["mkv", emptyElements],
  "Matroska empty in a group": ["mkv", emptyInGroup],
  "Matroska empty blocks": ["mkv", emptyBlocks],
  "Matroska lace": ["mkv", lace],
  "Matroska packed subtitles": ["mkv", packedSubtitles],
  "Matroska lines": ["mkv", embeddedLines],
  "Matroska font": ["mkv", attachment],
  "AVI header": ["avi", claim("xvid-mp3.avi", "LIST", 0, true)],
  "AVI frames": ["avi", claim("xvid-mp3.avi", "avih", 20, true)],
  "AVI scale": ["avi", claim("xvid-mp3.avi", "vids", 16, true)],
  "AVI rate": ["avi", claim("xvid-mp3.avi", "vids", 20, true)],
  "AVI index": ["avi", claim("xvid-mp3.avi", "idx1", 0, true)],
  "AVI chunk": ["avi", claim("xvid-mp3.avi", "movi", 4, true)],
  "AVI looping": ["avi", loopingAviIndex],
  "AVI nested": ["avi", nestedLists],
  "TS tables": [
    "ts",
    packets((packet, _, claimed) => isTable(packet) && packet.writeUInt16BE(claimed & 0xffff, 6)),
  ],
  "TS adaptation": [
    "ts",
    packets(
      (packet, at, claimed) => at % 7 === 3 && packet.writeUInt16BE(0x3000 | (claimed & 0xff), 3),
    ),
  ],
  "TS times": [
    "ts",
    packets(
      (packet, at, claimed) =>
        (packet[1] ?? 0) >= 0x40 && !isTable(packet) && at > 9 && packet.writeUInt32BE(claimed, 14),
    ),
  ],
  "TS one stream": ["ts", packets((packet, at) => at > 40 && packet.writeUInt16BE(0x1fff, 1))],
  "TS sync": [
    "ts",
    packets((packet, at, claimed) => at > 30 && packet.writeUInt8(claimed & 0xff, 0)),
  ],
  "MP4 truncated": ["mp4", (claimed) => truncated("h264-aac.mp4", claimed)],
  "Matroska truncated": ["mkv", (claimed) => truncated("h264-aac.mkv", claimed)],
  "AVI truncated": ["avi", (claimed) => truncated("xvid-mp3.avi", claimed)],
  "TS truncated": ["ts", (claimed) => truncated("h264-aac.ts", claimed)],
};

/** Ends at any place, by what is claimed. */
function truncated(name: string, claimed: number): Buffer {
  const bytes = fixture(name);
  return bytes.subarray(0, 1 + ((claimed * 31) % (bytes.length - 1)));
}

const MANY = 210_000;

/** Subtitles that take longer than they look. */
const SUBTITLES: readonly (readonly [extension: string, text: () => string])[] = [
  ["many.srt", () => "1\n00:00:01,000 --> 99:59:59,999\na\n\n".repeat(MANY)],
  ["deep.srt", () => `1\n00:00:01,000 --> 00:00:02,000\n${"<i>{\\b1".repeat(200_000)}`],
  ["cut.srt", () => "1\n00:00:01,000 -->\n".repeat(MANY)],
  ["many.ass", () => `[Events]\n${"Dialogue: 0,0:00:01.00,9:59:59.00,,,0,0,0,,a\n".repeat(MANY)}`],
  ["deep.ass", () => `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,${"{".repeat(400_000)}`],
  [
    "format.ass",
    () => `[Events]\nFormat: ${"Text,".repeat(200_000)}\nDialogue: ${",".repeat(900_000)}`,
  ],
  ["many.vtt", () => `WEBVTT\n\n${"00:01.000 --> 99:59:59.999\na\n\n".repeat(MANY)}`],
  ["wide.vtt", () => `WEBVTT\n\n00:01.000 --> 00:02.000\n${"<c.a>".repeat(400_000)}`],
];

/** A film of each kind for each of `lies`, and one with subtitles beside it. */
export function* lyingFilms(lies: readonly number[]): Generator<LyingFilm> {
  for (const [kind, [extension, lie]] of Object.entries(KINDS))
    for (const claimed of lies)
      yield {
        name: `${kind} ${claimed.toString(16)}.${extension}`,
        bytes: lie(claimed),
        subtitles: [],
      };
  yield {
    name: "Subtitles.mp4",
    bytes: fixture("h264-aac.mp4"),
    subtitles: SUBTITLES.map(([name, make]) => ({ name: `Subtitles.${name}`, text: make() })),
  };
}
