import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EncodedPacketSink } from "mediabunny";
import { expect, it, onTestFinished, vi } from "vitest";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { bytesOf, openFile } from "./open-file.server";
import { readInputAudio } from "./read-packets.server";

const FILM = join(import.meta.dirname, "../../../tests/fixtures/containers/h264-aac.ts");
const AUDIO = 257;

it("reads no more frames of a file than it has bytes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "akari-test-frames-"));
  const bytes = readFileSync(FILM).subarray(0, 68_569);
  // The demuxer finds frames without end behind zeros in AAC.
  bytes.fill(0, 23_086, 23_106);
  const path = join(folder, "film.ts");
  writeFileSync(path, bytes);
  const file = await openFile(path);
  const next = vi.spyOn(EncodedPacketSink.prototype, "getNextPacket");
  onTestFinished(async () => {
    next.mockRestore();
    await file.handle.close();
    rmSync(folder, { recursive: true });
  });
  const reading = readInputAudio({
    bytes: bytesOf(file, {}),
    track: AUDIO,
    segment: { start: 1.6, end: 9.4, offset: null },
    isFirst: true,
    isLast: true,
    origin: 0,
  });
  await expect(reading).rejects.toThrow(new UnreadableMedia("media.segmentTooLarge"));
  expect(next.mock.calls.length).toBeLessThanOrEqual(bytes.length);
});
