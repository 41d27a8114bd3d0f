import { createHash } from "node:crypto";
import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { MediaInfo } from "~/media/container/container-info";
import { writeFileAtomically } from "~/media/storage/atomic-file.server";
import { shrinkFolder } from "~/media/storage/folder-cache.server";
import { decodeAudio } from "./decode-audio.server";
import { createFingerprint } from "./fingerprint";

/** The parts of a file in which an intro and an outro are searched. */
export interface FileFingerprints {
  intro: Uint32Array;
  outro: Uint32Array;
  /** Start of the outro's fingerprint, in seconds of the file. */
  outroStart: number;
  duration: number;
}

interface FingerprintOptions {
  ffmpeg: string;
  cacheFolder: string;
  info: MediaInfo;
  signal: AbortSignal;
}

/** A third of the file, and at most ten minutes. */
const SEARCHED_PART = 1 / 3;
const MAX_SEARCHED_SECONDS = 600;
/** An episode takes 30 kB. */
const MAX_CACHE_BYTES = 128 * 1024 * 1024;
const HEADER_BYTES = 4;

/**
 * Returns fingerprints, which are cached on disk, as each new episode is compared with those before
 * it. Null for a file without audio or without a known duration, or whose audio cannot be decoded.
 * Rejects when aborted.
 */
export async function getFingerprints(
  { path, version }: { path: string; version: string },
  { ffmpeg, cacheFolder, info, signal }: FingerprintOptions,
): Promise<FileFingerprints | null> {
  const { duration } = info;
  if (duration === null || !info.tracks.some(({ kind }) => kind === "audio")) return null;
  const seconds = Math.min(MAX_SEARCHED_SECONDS, duration * SEARCHED_PART);
  const outroStart = duration - seconds;
  const key = createHash("sha256").update(`${version}\0${path}`).digest("hex").slice(0, 40);
  const cached = await load(join(cacheFolder, key));
  if (cached !== null) return { ...cached, outroStart, duration };
  try {
    const [intro, outro] = [
      await createFingerprint(
        await decodeAudio(ffmpeg, path, { start: 0, seconds, signal }),
        signal,
      ),
      await createFingerprint(
        await decodeAudio(ffmpeg, path, { start: outroStart, seconds, signal }),
        signal,
      ),
    ];
    const length = Buffer.alloc(HEADER_BYTES);
    length.writeUInt32LE(intro.length);
    await writeFileAtomically({
      path: join(cacheFolder, key),
      drafts: cacheFolder,
      bytes: Buffer.concat([length, toBytes(intro), toBytes(outro)]),
    });
    await shrinkFolder(cacheFolder, MAX_CACHE_BYTES);
    return { intro, outro, outroStart, duration };
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

async function load(file: string): Promise<Pick<FileFingerprints, "intro" | "outro"> | null> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null || bytes.length < HEADER_BYTES || bytes.length % 4 !== 0) return null;
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
  const values = new Uint32Array(Uint8Array.from(bytes.subarray(HEADER_BYTES)).buffer);
  const count = bytes.readUInt32LE(0);
  return { intro: values.subarray(0, count), outro: values.subarray(count) };
}

function toBytes({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
