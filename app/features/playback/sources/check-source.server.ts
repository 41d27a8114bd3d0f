import { AppError } from "~/errors/app-error";
import type { Outbound } from "~/outbound/guarded-fetch.server";

/** Whether a source can be played, and as what: `playlist` is HLS, `file` an MP4 or WebM. `problem` is a sentence without a full stop. */
export type SourceVerdict =
  { alive: true; format: "playlist" | "file" } | { alive: false; problem: string };

/** Reads the first bytes of a path of our own, or null when nothing is there. */
export type ReadOwnStart = (path: string) => Promise<Uint8Array | null>;

/** A playlist says so in its first line, a film in its first box. */
const START_BYTES = 4_096;

/**
 * Looks whether a source answers with something that a player can play. Only the start is read; segments may still be missing.
 */
export async function checkSource(
  address: string,
  {
    outbound,
    readOwnStart,
    signal,
  }: { outbound: Outbound; readOwnStart: ReadOwnStart; signal?: AbortSignal },
): Promise<SourceVerdict> {
  if (address.startsWith("/")) {
    const start = await readOwnStart(address);
    return start === null ? { alive: false, problem: "there is no such file" } : verdictOf(start);
  }
  try {
    const answer = await outbound.fetch(address, {
      headers: { range: `bytes=0-${START_BYTES - 1}` },
      signal,
    });
    if (answer.status < 200 || answer.status > 299) {
      answer.discard();
      return { alive: false, problem: `it answers with status ${answer.status}` };
    }
    const start = await readStart(answer.body);
    answer.discard();
    return verdictOf(start);
  } catch (error) {
    if (error instanceof AppError)
      return { alive: false, problem: error.message.replace(/\.$/, "") };
    return { alive: false, problem: "the connection broke" };
  }
}

async function readStart(body: AsyncIterable<unknown>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).byteLength;
    if (size >= 16) break;
  }
  return Buffer.concat(chunks);
}

function verdictOf(start: Uint8Array): SourceVerdict {
  const text = Buffer.from(start.subarray(0, 16)).toString("latin1");
  if (/^(?:\xef\xbb\xbf)?#EXTM3U/.test(text)) return { alive: true, format: "playlist" };
  if (text.slice(4, 8) === "ftyp" || text.startsWith("\x1a\x45\xdf\xa3"))
    return { alive: true, format: "file" };
  return { alive: false, problem: "it is neither an HLS playlist nor an MP4 or WebM file" };
}
