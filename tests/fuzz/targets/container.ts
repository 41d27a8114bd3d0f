import assert from "node:assert/strict";
import { FileBytes } from "~/media/container/file-bytes.server";
import { mainVideo, scanKeyframes } from "~/media/container/matroska/describe-matroska.server";
import { readMatroskaHead } from "~/media/container/matroska/read-head.server";
import { readFrames, scanBlocks } from "~/media/container/matroska/scan-blocks.server";
import { probeBytes } from "~/media/container/probe-media-file.server";
import type { MediaInfo } from "~/media/container/container-info";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import {
  readTransportAudio,
  readTransportVideo,
} from "~/media/playback/read-transport-stream.server";
import { scanTransport } from "~/media/playback/transport-index.server";
import type { FuzzTarget } from "../target";

const MAX_FRAMES = 200;
const MAX_CUTS = 20;

/** Matroska and MPEG-TS by our own readers, MP4 by the library, and the head of an AVI. */
export default {
  instrumented: ["/app/media/container/", "/app/media/playback/read-transport-stream"],
  dictionary: [
    "\x1a\x45\xdf\xa3",
    "\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff",
    "\x1f\x43\xb6\x75\xff",
    "\x1c\x53\xbb\x6b",
    "\x19\x41\xa4\x69",
    "\x16\x54\xae\x6b",
    "\x10\x43\xa7\x70",
    "\x6d\x80",
    "\xa3\x81",
    "\xa0",
    "ftyp",
    "moov",
    "stco",
    "RIFF",
    "AVI LIST",
    "hdrl",
    "strf",
    "\x47\x41\x00\x30\x07\x50",
    "\x00\x00\x01\xe0\x00\x00\x80\x80\x05",
    "\x00\x00\x01\xc0",
    "\x00\x00\x00\x01\x09\xf0",
    "\xff\xf1\x4c\x80",
  ],
  async run(input) {
    const bytes = () => fileOf(input);
    try {
      const info = await probeBytes(bytes());
      assert.deepEqual(JSON.parse(JSON.stringify(info)), info);
      // The database can store neither NUL nor lone surrogates.
      assert.doesNotMatch(JSON.stringify(info), /\\u0000|\\ud[89a-f]/);
      for (const { offset, size } of info.fonts) assert.ok(offset + size <= input.length);
      if (info.container === "mpeg-ts") await readTransport(bytes(), info);
      if (info.container !== "matroska" && info.container !== "webm") return;
      const file = await readMatroskaHead(bytes());
      const { keyframes } = await scanKeyframes(file, bytes());
      for (const { offset } of keyframes) assert.ok(offset !== null && offset < input.length);
      const video = mainVideo(file);
      if (video === null || file.firstCluster === null) return;
      const blocks = scanBlocks(file, bytes(), { from: file.firstCluster, wants: () => true });
      let frames = 0;
      for await (const block of blocks) {
        assert.ok(block.end <= input.length);
        frames += (await readFrames(bytes(), block, video)).length;
        if (frames > MAX_FRAMES) break;
      }
    } catch (error) {
      if (!(error instanceof UnreadableMedia)) throw error;
    }
  },
} satisfies FuzzTarget;

async function readTransport(bytes: FileBytes, info: MediaInfo): Promise<void> {
  const scan = await scanTransport(bytes, info);
  if (scan === null) return;
  const { keyframes, stream } = scan;
  for (const { time, offset } of keyframes) {
    assert.ok(Number.isFinite(time));
    assert.ok(offset !== null && offset < bytes.size);
  }
  const { tracks, ...layout } = stream;
  for (const [track, { config, starts }] of tracks) {
    const isVideo = config.video !== null;
    for (const { time: start, offset } of (isVideo ? keyframes : starts).slice(0, MAX_CUTS)) {
      const options = { bytes, track, segment: { start, end: start + 2, offset }, origin: start };
      const part = { ...layout, config, from: offset ?? 0, until: null };
      const read = isVideo ? readTransportVideo : readTransportAudio;
      const { packets } = await read(part, { ...options, isFirst: false, isLast: isVideo });
      let size = 0;
      for (const { data, time, duration } of packets) {
        assert.ok(Number.isFinite(time) && Number.isFinite(duration));
        size += data.length;
      }
      // Silence is added to sound.
      assert.ok(!isVideo || size <= bytes.size);
      bytes.recycle("all");
    }
  }
}

function fileOf(input: Buffer): FileBytes {
  const read = (buffer: Buffer, offset: number, length: number, position: number) =>
    Promise.resolve({ bytesRead: input.copy(buffer, offset, position, position + length), buffer });
  return new FileBytes({ read: read as never }, input.length);
}
