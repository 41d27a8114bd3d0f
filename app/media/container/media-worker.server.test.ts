import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { MediaInfo } from "./container-info";
import { createMediaWorker } from "./media-worker.server";
import { probeMediaFile } from "./probe-media-file.server";
import { UnreadableMedia } from "./unreadable-media";

const FIXTURES = "tests/fixtures/containers";
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "akari-worker-"));
  // These stand in for parsers that hang, and that take all memory.
  writeFileSync(join(folder, "hang.mjs"), "export default () => { for (;;); };\n");
  writeFileSync(
    join(folder, "hang-on-x.mjs"),
    "export default (task) => { while (task === 'x'); return { result: task }; };\n",
  );
  writeFileSync(
    join(folder, "hoard.mjs"),
    "const all = []; export default () => { for (;;) all.push({ x: [all.length] }); };\n",
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

function workerOf(workerFile: string, options = {}) {
  const worker = createMediaWorker<string, MediaInfo>({
    workerFile,
    onError: () => undefined,
    ...options,
  });
  onTestFinished(() => worker.close());
  return worker;
}

describe("a media worker", () => {
  it("returns what the parsers return, and their errors", async () => {
    const { run: probe } = workerOf("app/media/container/probe-worker.dev.mjs");
    const file = join(FIXTURES, "parts.mkv");
    expect(await probe(file)).toEqual(await probeMediaFile(file));
    const refused = probe(join(FIXTURES, "lines.srt"));
    await expect(refused).rejects.toBeInstanceOf(UnreadableMedia);
    await expect(refused).rejects.toThrow("is not a Matroska");
    await expect(probe(join(folder, "gone.mkv"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("ends a parser that hangs, and one that takes too much memory", async () => {
    const hanging = workerOf(join(folder, "hang.mjs"), { timeoutMs: 200 });
    await expect(hanging.run("x")).rejects.toBeInstanceOf(UnreadableMedia);
    const hoarding = workerOf(join(folder, "hoard.mjs"), { maxHeapMegabytes: 16 });
    await expect(hoarding.run("x")).rejects.toBeInstanceOf(UnreadableMedia);
  });

  it("reads what waits once those before are ended, and counts its time from then on", async () => {
    const { run } = workerOf(join(folder, "hang-on-x.mjs"));
    const hanging = ["x", "x"].map((task) => run(task, { timeoutMs: 1_200 }));
    const waiting = ["y", "z"].map((task) => run(task, { timeoutMs: 1_000 }));
    expect(await Promise.allSettled([...hanging, ...waiting])).toMatchObject([
      { reason: { texts: ["media.tooMuchToRead"] } },
      { reason: { texts: ["media.tooMuchToRead"] } },
      { value: "y" },
      { value: "z" },
    ]);
  });

  it("leaves threads to other clients, and to other kinds of work", async () => {
    const { run } = workerOf(join(folder, "hang-on-x.mjs"), { lanes: 2, threadsPerClient: 1 });
    const left = new AbortController();
    const { signal } = left;
    const hanging = ["x", "x"].map((task) => run(task, { client: "a", signal }));
    expect(await run("y", { client: "b" })).toBe("y");
    expect(await run("y", { client: "a", lane: "other" })).toBe("y");
    left.abort();
    expect(await Promise.allSettled(hanging)).toMatchObject([
      { reason: { name: "AbortError" } },
      { reason: { code: "cancelled" } },
    ]);
  });

  it("waits no longer than the scan", async () => {
    const { run } = workerOf(join(folder, "hang-on-x.mjs"));
    const scan = new AbortController();
    const runs = ["x", "x", "y"].map((task) => run(task, { signal: scan.signal }));
    scan.abort();
    expect(await Promise.allSettled(runs)).toMatchObject([
      { reason: { name: "AbortError" } },
      { reason: { name: "AbortError" } },
      { reason: { code: "cancelled" } },
    ]);
  });

  it("ends with the scan", async () => {
    const { run: probe } = workerOf(join(folder, "hang.mjs"));
    const scan = new AbortController();
    const probing = probe("x", { signal: scan.signal });
    scan.abort();
    await expect(probing).rejects.toMatchObject({ name: "AbortError" });
  });
});
