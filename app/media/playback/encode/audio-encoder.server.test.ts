import { describe, expect, it } from "vitest";
import { Busy } from "~/errors/app-error";
import { createAudioEncoder, type AudioRequest } from "./audio-encoder.server";

/** An encoder whose requests wait for their program, so that they keep their slots until `end`. */
function createHeldEncoder() {
  const held: (() => void)[] = [];
  const findBinary = () => new Promise<null>((resolve) => held.push(() => resolve(null)));
  const encoder = createAudioEncoder({ findBinary });
  const signal = new AbortController().signal;
  return {
    running: () => held.length,
    /** Resolves to what the request of the client fails with. */
    encode: (client: string) =>
      encoder
        .encode({
          ...{ client, signal, usesFfmpeg: true, segment: { start: 0, end: 6, offset: null } },
          index: { timeline: { start: 0 } },
          track: { sampleRate: 48_000 },
        } as unknown as AudioRequest)
        .catch((error: unknown) => error),
    async end(): Promise<void> {
      for (let ended = 0; ended < held.length; ended += 1) {
        held[ended]?.();
        await new Promise(setImmediate);
      }
    },
  };
}

describe("slots of the audio encoder", () => {
  it("are shared: a client leaves one to others", async () => {
    const encoder = createHeldEncoder();
    const one = ["one", "one", "one"].map(encoder.encode);
    expect(encoder.running()).toBe(1);
    const other = encoder.encode("other");
    await new Promise(setImmediate);
    expect(encoder.running()).toBe(2);
    await encoder.end();
    await Promise.all([...one, other]);
    expect(encoder.running()).toBe(4);
  });

  it("have a queue of which a client takes a part", async () => {
    const encoder = createHeldEncoder();
    const one = Array.from({ length: 4 }, () => encoder.encode("one"));
    expect(await encoder.encode("one")).toBeInstanceOf(Busy);
    const others = Array.from({ length: 4 }, () => encoder.encode("other"));
    await encoder.end();
    expect((await Promise.all([...one, ...others])).some((error) => error instanceof Busy)).toBe(
      false,
    );
  });
});
