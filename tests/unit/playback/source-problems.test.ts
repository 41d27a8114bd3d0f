import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEngine } from "~/features/playback/player/engine/engine";
import type { SourceProblem } from "~/features/playback/player/engine/player-state";
import { FakeVideo } from "../../support/media/fake-video";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function load(sourceProblem: SourceProblem) {
  const video = new FakeVideo();
  const engine = createEngine(video as unknown as HTMLVideoElement);
  const source = { url: "/one.mp4", isFile: true, sourceProblem };
  engine.load(source, { opening: { at: 300, playing: true } });
  return { video, engine };
}

describe("a source with a problem that the site knows", () => {
  it.each([
    [{ kind: "video", codec: "HEVC 10-bit" }, "codec", ["HEVC 10-bit"]],
    [{ kind: "unreadable", codec: null }, "garbage", []],
    [{ kind: "missing", codec: null }, "gone", []],
  ] as const)("fails without being loaded, in place: %j", (expected, problem, missingCodecs) => {
    const { video, engine } = load(expected);
    expect(engine.snapshot().phase).toBe("loading");
    vi.runAllTimers();
    expect(engine.snapshot()).toMatchObject({
      phase: "failed",
      problem,
      missingCodecs,
      place: 300,
      settled: false,
    });
    expect(video.src).toBe("");
  });

  it("is loaded all the same when the viewer retries", () => {
    const { video, engine } = load({ kind: "missing", codec: null });
    vi.runAllTimers();
    engine.retry();
    video.receiveMetadata(1_400);
    vi.runAllTimers();
    expect([video.src, video.currentTime]).toEqual(["/one.mp4", 300]);
    expect(engine.snapshot()).toMatchObject({ phase: "ready", problem: null });
  });

  it("gives way to the next source before it has failed", () => {
    const { video, engine } = load({ kind: "missing", codec: null });
    engine.load({ url: "/two.mp4", isFile: true });
    vi.runAllTimers();
    expect([video.src, engine.snapshot().problem]).toEqual(["/two.mp4", null]);
  });

  it("plays without sound, and names the codec", () => {
    const { video, engine } = load({ kind: "audio", codec: "DTS" });
    video.receiveMetadata(1_400);
    vi.runAllTimers();
    expect(video.src).toBe("/one.mp4");
    expect(engine.snapshot()).toMatchObject({ phase: "ready", missingCodecs: ["DTS"] });
  });
});
