import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEngine, type PlayerEngine } from "~/features/playback/player/engine/engine";
import { FakeVideo } from "../../support/media/fake-video";

const URLS = ["/one.mp4", "/two.mp4", "/three.mp4"];

function openEngine(at: number): { video: FakeVideo; engine: PlayerEngine } {
  const video = new FakeVideo();
  const engine = createEngine(video as unknown as HTMLVideoElement);
  engine.load({ url: URLS[0] ?? "", isFile: true }, { opening: { at, playing: true } });
  return { video, engine };
}

/** The status of a failed file when it is fetched again. */
let fileStatus = 404;

beforeEach(() => {
  fileStatus = 404;
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: fileStatus })));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The viewer's expectation, independent of the element. */
interface Model {
  place: number;
  saved: number;
  hasMetadata: boolean;
  duration: number;
  /** The source is shorter than the position, or live. */
  isElsewhere: boolean;
}

/** Saves as the page does: the element's times, while they are trusted. */
class Visit {
  video!: FakeVideo;
  engine!: PlayerEngine;
  saved: number;
  constructor(at: number) {
    this.saved = at;
    this.open();
  }
  open(): void {
    ({ video: this.video, engine: this.engine } = openEngine(this.saved));
    const save = () => {
      if (this.engine.snapshot().settled && this.video.duration > 0)
        this.saved = this.video.currentTime;
    };
    for (const name of ["timeupdate", "seeked", "pause"]) this.video.addEventListener(name, save);
  }
}

type Step = fc.AsyncCommand<Model, Visit>;

function step(name: string, run: (model: Model, visit: Visit) => void | Promise<void>): Step {
  return {
    check: () => true,
    toString: () => name,
    async run(model, visit) {
      await run(model, visit);
      const { place, settled } = visit.engine.snapshot();
      expect(place).toBeCloseTo(model.place, 5);
      if (settled) model.saved = model.place;
      expect(visit.saved).toBeCloseTo(model.saved, 5);
    },
  };
}

function startLoading(model: Model): void {
  model.hasMetadata = false;
  model.isElsewhere = false;
}

const chooseSource = (index: number) =>
  step(`choose source ${index}`, (model, { engine }) => {
    startLoading(model);
    engine.load({ url: URLS[index] ?? "", isFile: true });
  });
const retry = step("retry", (model, { engine }) => {
  startLoading(model);
  engine.retry();
});
const receiveMetadata = (duration: number) =>
  step(`metadata of ${duration} s`, (model, { video }) => {
    if (model.hasMetadata) return;
    video.receiveMetadata(duration);
    [model.hasMetadata, model.duration] = [true, duration];
    model.isElsewhere = duration === Infinity || model.place > duration + 5;
    if (!model.isElsewhere) model.place = Math.min(model.place, duration);
  });
const advance = (seconds: number) =>
  step(`play ${seconds} s`, (model, { video }) => {
    if (!model.hasMetadata) return video.emit("timeupdate");
    video.advance(seconds);
    if (!model.isElsewhere) model.place = Math.min(model.place + seconds, model.duration);
  });
const seek = (time: number) =>
  step(`seek to ${time} s`, (model, { engine }) => {
    engine.seek(time);
    if (model.hasMetadata && model.duration === Infinity) return;
    model.place = model.hasMetadata ? Math.min(time, model.duration) : time;
    if (model.hasMetadata) model.isElsewhere = false;
  });
const fail = (code: number) =>
  step(`error ${code}`, async (_model, { video, engine }) => {
    video.break(code);
    await vi.waitFor(() => expect(engine.snapshot().phase).toBe("failed"), { interval: 1 });
  });
const reloadPage = step("reload the page", (model, visit) => {
  visit.engine.destroy();
  visit.open();
  startLoading(model);
  model.place = model.saved;
});

describe("the place in an episode", () => {
  it("survives source changes, failures, retries and reloads in any order", async () => {
    const times = fc.integer({ min: 0, max: 1440 });
    const steps = fc.commands(
      [
        fc.integer({ min: 0, max: 2 }).map(chooseSource),
        fc.constant(retry),
        fc.constantFrom(1440, 1440.5, 1438, 90, Infinity).map(receiveMetadata),
        fc.integer({ min: 1, max: 30 }).map(advance),
        times.map(seek),
        fc.constantFrom(2, 3, 4).map(fail),
        fc.constant(reloadPage),
      ],
      { maxCommands: 40 },
    );
    await fc.assert(
      fc.asyncProperty(times, steps, async (at, commands) => {
        const visit = new Visit(at);
        const model = { place: at, saved: at, hasMetadata: false, duration: 0, isElsewhere: false };
        await fc.asyncModelRun(() => ({ model, real: visit }), commands);
        visit.engine.destroy();
      }),
      { numRuns: 300 },
    );
  });

  it("is shown and kept while a source loads, also after two changes at once", () => {
    const { video, engine } = openEngine(303);
    video.receiveMetadata(1440);
    expect(engine.snapshot()).toMatchObject({ time: 303, settled: true });
    engine.load({ url: "/two.mp4", isFile: true });
    engine.load({ url: "/three.mp4", isFile: true });
    expect(engine.snapshot()).toMatchObject({ time: 303, place: 303, settled: false });
    video.receiveMetadata(1440);
    expect([video.currentTime, video.paused]).toEqual([303, false]);
  });

  it("is not that of a source which ends before it", () => {
    const { video, engine } = openEngine(303);
    video.receiveMetadata(90);
    video.advance(3);
    expect(engine.snapshot()).toMatchObject({ time: 3, place: 303, settled: false });
  });
});

describe("a file", () => {
  it.each([429, 503])("is loaded again after a %i and continues in place", async (status) => {
    vi.useFakeTimers();
    const { video, engine } = openEngine(303);
    video.receiveMetadata(1440);
    video.emit("playing");
    fileStatus = status;
    video.break(4);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(engine.snapshot()).toMatchObject({ phase: "ready", place: 303, settled: false });
    expect(video.readyState).toBe(0);
    video.receiveMetadata(1440);
    expect([video.currentTime, video.paused]).toEqual([303, false]);
    engine.destroy();
  });

  it.each([
    [404, "gone"],
    [403, "refused"],
    [400, "garbage"],
  ])("with status %i is reported as %s", async (status, problem) => {
    const { video, engine } = openEngine(0);
    fileStatus = status;
    video.break(4);
    await vi.waitFor(() => expect(engine.snapshot().problem).toBe(problem));
  });

  it("that exists is retried once before it is reported as unusable", async () => {
    vi.useFakeTimers();
    const { video, engine } = openEngine(0);
    fileStatus = 200;
    video.break(4);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(engine.snapshot().problem).toBeNull();
    video.break(4);
    await vi.advanceTimersByTimeAsync(0);
    expect(engine.snapshot().problem).toBe("garbage");
  });
});
