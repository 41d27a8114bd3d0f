import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FFMPEG } from "../../../tests/support/media/ffmpeg";
import { samplesPerFrame } from "./audio-grid";
import type { TrackConfig } from "./packets";
import { silentFrame } from "./silent-frame.server";

const configOf = (codec: string, audio: Partial<AudioDecoderConfig> = {}): TrackConfig => ({
  codec,
  video: null,
  audio: { codec, numberOfChannels: 2, sampleRate: 48_000, ...audio },
});
const aac = (description: string, codec = "mp4a.40.2") =>
  configOf("aac", { codec, description: Buffer.from(description, "hex") });
/** STREAMINFO for blocks of 4,096 samples; the size of a sample is in bytes 12 and 13. */
const flac = (bitsPerSample: number, channels = 2) => {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4_096, 2);
  info.writeUInt16BE(((channels - 1) << 9) | ((bitsPerSample - 1) << 4), 12);
  return configOf("flac", { numberOfChannels: channels, description: info });
};
const opus = (family: number, numberOfChannels: number) => {
  const head = Buffer.alloc(21);
  head[18] = family;
  return configOf("opus", { numberOfChannels, description: head });
};

describe.skipIf(FFMPEG === undefined)("silentFrame (needs ffmpeg)", () => {
  it.each<readonly [string, TrackConfig, string, number]>([
    ["AC-3", configOf("ac3"), "ac-3", 1_536],
    ["AC-3 of 32 kHz", configOf("ac3", { sampleRate: 32_000 }), "ac-3", 1_536],
    ["AC-3 with eight channels", configOf("ac3", { numberOfChannels: 8 }), "ac-3", 1_536],
    ["E-AC-3 with six channels", configOf("eac3", { numberOfChannels: 6 }), "ec-3", 1_536],
    ["FLAC", flac(16), "flac", 4_096],
    ["FLAC of 24 bits with six channels", flac(24, 6), "flac", 4_096],
    ["Opus", opus(0, 2), "opus", 960],
    ["Opus with six channels", opus(1, 6), "opus", 960],
    ["MP3", configOf("mp3"), "mp4a.40.34", 1_152],
    ["MP3 of 8 kHz", configOf("mp3", { sampleRate: 8_000 }), "mp4a.40.34", 576],
  ])("of %s is one frame", async (_name, config, codec, samples) => {
    const frame = (await silentFrame(FFMPEG ?? null, config)) ?? Buffer.alloc(0);
    expect(samplesPerFrame(codec, frame, Buffer.alloc(0))).toBe(samples);
  });

  it("of HE-AAC is that of the AAC-LC inside it", async () => {
    const core = await silentFrame(FFMPEG ?? null, aac("1310"));
    expect(core?.length).toBeGreaterThan(0);
    expect(await silentFrame(FFMPEG ?? null, aac("2b118800", "mp4a.40.5"))).toEqual(core);
  });

  it("has an ADTS header where a track has no description", async () => {
    const bare = await silentFrame(FFMPEG ?? null, aac("1190"));
    const frame = await silentFrame(FFMPEG ?? null, configOf("aac"));
    expect(frame?.toString("hex", 0, 3)).toBe("fff14c");
    expect(frame?.subarray(7)).toEqual(bare);
  });

  it.each([
    ["AAC Main", aac("0990")],
    ["AAC without a common channel configuration", aac("1180")],
    ["AAC of a rate of its own", aac("1780")],
    ["AC-3 of 22.05 kHz", configOf("ac3", { sampleRate: 22_050 })],
    ["FLAC of 20 bits", flac(20)],
    ["FLAC with nine channels", flac(16, 9)],
    ["Opus whose streams have a mapping of their own", opus(255, 2)],
    ["MP3 of 96 kHz", configOf("mp3", { sampleRate: 96_000 })],
    ["DTS", configOf("dts")],
  ])("is not made for %s", async (_name, config) => {
    expect(await silentFrame(FFMPEG ?? null, config)).toBeNull();
  });
});

describe("silentFrame", () => {
  const program = (script: string) => {
    const folder = mkdtempSync(join(tmpdir(), "akari-silence-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "ffmpeg");
    writeFileSync(path, `#!/bin/sh\necho run >> "$0.runs"\n${script}\n`, { mode: 0o755 });
    return { path, runs: () => readFileSync(`${path}.runs`, "utf8").split("\n").length - 1 };
  };

  it("is made once for each configuration", async () => {
    const { path, runs } = program("printf frame");
    const [one, other] = await Promise.all([
      silentFrame(path, configOf("ac3")),
      silentFrame(path, configOf("ac3")),
    ]);
    expect([one?.toString(), other?.toString()]).toEqual(["frame", "frame"]);
    expect(runs()).toBe(1);
    await silentFrame(path, configOf("ac3", { numberOfChannels: 6 }));
    expect(runs()).toBe(2);
  });

  it("is null without ffmpeg, and if it has no such encoder", async () => {
    expect(await silentFrame(null, configOf("ac3"))).toBeNull();
    expect(await silentFrame(program("exit 1").path, configOf("ac3"))).toBeNull();
  });
});
