import { openRegularFile } from "~/media/files/open-regular-file.server";
import { describeAvi } from "./avi.server";
import type { MediaInfo } from "./container-info";
import { FileBytes, type ReadBudget } from "./file-bytes.server";
import { describeMatroska, firstFrame } from "./matroska/describe-matroska.server";
import { readMatroskaHead } from "./matroska/read-head.server";
import { UnreadableMedia, withTimeLimit } from "./unreadable-media";

const MAX_PROBE_BYTES = 256 * 1024 * 1024;
const PROBE_MS = 20_000;

type Container = "matroska" | "mp4" | "mov" | "mpeg-ts" | "avi";

interface ProbeOptions {
  signal?: AbortSignal | undefined;
}

/**
 * Supports Matroska, WebM, MP4, MOV, MPEG-TS and AVI. Throws `UnreadableMedia` for other or broken
 * files and exceeded limits, and Node's errors for files that cannot be opened.
 */
export async function probeMediaFile(
  path: string,
  { signal }: ProbeOptions = {},
): Promise<MediaInfo> {
  const { handle, stat } = await openRegularFile(path);
  try {
    return await withProbeLimits(signal, (budget) =>
      probeBytes(new FileBytes(handle, stat.size, budget)),
    );
  } finally {
    await handle.close();
  }
}

export function withProbeLimits<Result>(
  signal: AbortSignal | undefined,
  work: (budget: ReadBudget) => Promise<Result>,
): Promise<Result> {
  return withTimeLimit(PROBE_MS, signal, (limited) =>
    work({ maxBytes: MAX_PROBE_BYTES, signal: limited }),
  );
}

export async function probeBytes(bytes: FileBytes): Promise<MediaInfo> {
  const container = await sniffContainer(bytes);
  if (container === "avi") return describeAvi(bytes);
  if (container !== "matroska") {
    // The demuxers take memory and a tenth of a second, so only processes that need them load them.
    const { describeInput } = await import("./isobmff-and-ts.server");
    return describeInput(bytes, container);
  }
  const file = await readMatroskaHead(bytes);
  const first = await firstFrame(file, bytes);
  return describeMatroska(file, first?.time ?? 0);
}

const MOV_BOXES = new Set(["moov", "mdat", "free", "skip", "wide", "pnot"]);

/**
 * Tells the container by the file's bytes, whatever its name. Throws `UnreadableMedia` for other
 * formats.
 */
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
