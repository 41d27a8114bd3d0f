import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { describeAvi } from "./avi.server";
import type { Keyframe, MediaInfo } from "./container-info";
import { FileBytes, type ReadBudget } from "./file-bytes.server";
import { describeInput, listKeyframes } from "./isobmff-and-ts.server";
import {
  describeMatroska,
  firstPicture,
  indexedKeyframes,
  scanKeyframes,
} from "./matroska/describe-matroska.server";
import { readMatroskaHead } from "./matroska/read-head.server";
import { UnreadableMedia } from "./unreadable-media";

const PROBE_BUDGET = { maxBytes: 256 * 1024 * 1024 };
const PROBE_MS = 20_000;
/** For background passes over a whole file. */
const SCAN_BYTES_PER_SECOND = 40 * 1024 * 1024;
const SCAN_MS = 2 * 60 * 60 * 1000;

type Container = "matroska" | "mp4" | "mov" | "mpeg-ts" | "avi";

interface ProbeOptions {
  signal?: AbortSignal | undefined;
}

/**
 * Supports Matroska, WebM, MP4, MOV, MPEG-TS and AVI. Throws `UnreadableMedia` for other or broken
 * files and exceeded limits, and Node's errors for files that cannot be opened.
 */
export function probeMediaFile(path: string, { signal }: ProbeOptions = {}): Promise<MediaInfo> {
  const timeout = AbortSignal.timeout(PROBE_MS);
  const budget = {
    ...PROBE_BUDGET,
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  };
  return withFileBytes(path, budget, probeBytes).catch((error: unknown) => {
    throw timeout.aborted && signal?.aborted !== true
      ? new UnreadableMedia("media.tooMuchToRead", error)
      : error;
  });
}

export async function probeBytes(bytes: FileBytes): Promise<MediaInfo> {
  const container = await sniffContainer(bytes);
  if (container === "avi") return describeAvi(bytes);
  if (container !== "matroska") return describeInput(bytes, container);
  const file = await readMatroskaHead(bytes);
  const first = await firstPicture(file, bytes);
  return describeMatroska(file, first?.time ?? 0);
}

/**
 * Key frames, ascending, and the end of the video if it was read. A file without an index is read
 * to its end with `mayScan`, at most 40 MiB a second; otherwise returns null. Throws like
 * `probeMediaFile`.
 */
export function readKeyframes(
  path: string,
  { signal, mayScan }: ProbeOptions & { mayScan: boolean },
): Promise<{ keyframes: Keyframe[]; end: number | null } | null> {
  const timeout = AbortSignal.timeout(SCAN_MS);
  const budget = {
    maxRate: SCAN_BYTES_PER_SECOND,
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  };
  return withFileBytes(path, budget, async (bytes) => {
    const container = await sniffContainer(bytes);
    if (container === "avi") return null;
    if (container !== "matroska")
      return container === "mpeg-ts" && !mayScan ? null : listKeyframes(bytes);
    const file = await readMatroskaHead(bytes);
    const indexed = indexedKeyframes(file, await firstPicture(file, bytes));
    if (indexed !== null) return { keyframes: indexed, end: null };
    return mayScan ? scanKeyframes(file, bytes) : null;
  });
}

async function withFileBytes<Result>(
  path: string,
  budget: ReadBudget,
  work: (bytes: FileBytes) => Promise<Result>,
): Promise<Result> {
  // O_NONBLOCK, so that opening a named pipe cannot block.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new UnreadableMedia("media.unknownFormat");
    return await work(new FileBytes(handle, stat.size, budget));
  } finally {
    await handle.close();
  }
}

const MOV_BOXES = new Set(["moov", "mdat", "free", "skip", "wide", "pnot"]);

/** Ignores the name. Throws `UnreadableMedia` for other formats. */
export async function sniffContainer(bytes: FileBytes): Promise<Container> {
  const start = await bytes.read(0, 400);
  if (start.length === 0) throw new UnreadableMedia("media.empty");
  const text = start.toString("latin1", 0, 16);
  if (text.startsWith("\x1a\x45\xdf\xa3")) return "matroska";
  if (text.slice(4, 8) === "ftyp") return text.slice(8, 12) === "qt  " ? "mov" : "mp4";
  if (MOV_BOXES.has(text.slice(4, 8))) return "mov";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "AVI ") return "avi";
  // Packets of 188 bytes, or of 192 with a leading timestamp, as in M2TS.
  if ((start[0] === 0x47 && start[188] === 0x47) || (start[4] === 0x47 && start[196] === 0x47))
    return "mpeg-ts";
  throw new UnreadableMedia("media.unknownFormat");
}
