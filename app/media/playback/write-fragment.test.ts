import {
  BufferTarget,
  CmafOutputFormat,
  EncodedPacket,
  EncodedVideoPacketSource,
  NullTarget,
  Output,
} from "mediabunny";
import { describe, expect, it } from "vitest";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { seededRandom } from "../../../tests/support/random";
import type { Packet } from "./packets";
import { VIDEO_TIMESCALE, writeFragment } from "./write-fragment";

const FPS = 24_000 / 1_001;

const toSample = ({ data, ...packet }: Packet) => ({ ...packet, parts: [data] });

/** Frames of these places in the order of display, which are bytes of the same value each. */
function frames(places: readonly number[], keys: readonly number[] = [0]): Packet[] {
  const random = seededRandom(places.length);
  return places.map((place) => ({
    data: new Uint8Array(1 + random.below(3_000)).fill(place),
    time: 2 + place / FPS,
    duration: 1 / FPS,
    isKey: keys.includes(place),
  }));
}

async function writtenByLibrary(packets: readonly Packet[]): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({
    format: new CmafOutputFormat(),
    target,
    initTarget: new NullTarget(),
  });
  const source = new EncodedVideoPacketSource("vp8");
  const decoderConfig = { codec: "vp8", codedWidth: 64, codedHeight: 36 };
  output.addVideoTrack(source, { decoderConfig });
  await output.start();
  for (const { data, time, duration, isKey } of packets)
    await source.add(new EncodedPacket(data, isKey ? "key" : "delta", time, duration));
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}

describe("a fragment", () => {
  const [first, second] = frames([0, 1]);
  it.each<[string, Packet[]]>([
    ["of frames in the order of display", frames([0, 1, 2, 3, 4])],
    ["of frames that others refer to", frames([0, 4, 2, 1, 3, 8, 6, 5, 7])],
    ["of several key frames", frames([0, 2, 1, 3, 5, 4, 6], [0, 3, 6])],
    ["of key frames only", frames([0, 1, 2, 3], [0, 1, 2, 3])],
    ["of one frame", frames([0])],
    ["without a frame", []],
    [
      "of frames that are as large",
      frames([0, 1, 2]).map((one) => ({ ...one, data: first!.data })),
    ],
    ["with a gap", [first!, { ...second!, time: 9 }, { ...second!, time: 9.5 }]],
    ["of a day", [first!, { ...second!, time: 90_000 }]],
  ])("%s is what the library writes", async (_, packets) => {
    const written = writeFragment(packets.map(toSample), VIDEO_TIMESCALE);
    expect(written.toString("hex")).toBe((await writtenByLibrary(packets)).toString("hex"));
  });

  it.each<[string, Packet[]]>([
    ["that begins without a key frame", frames([0, 1], [])],
    ["with a frame before a key frame that is shown after it", frames([0, 3, 2, 1], [0, 2])],
    ["of no time", [{ ...first!, time: Number.NaN }]],
    ["of a negative duration", [{ ...first!, duration: -1 }]],
  ])("%s is refused", (_, packets) => {
    expect(() => writeFragment(packets.map(toSample), VIDEO_TIMESCALE)).toThrow(UnreadableMedia);
  });
});
