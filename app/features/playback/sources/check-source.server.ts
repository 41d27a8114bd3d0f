import { AppError } from "~/errors/app-error";
import type { Outbound } from "~/outbound/guarded-fetch.server";

/** `problem` is a sentence without a full stop. `isSilent` when no response came. */
export type SourceCheck =
  | { alive: true; format: "playlist" | "file" }
  | { alive: false; problem: string; isSilent?: boolean };

export type ReadLocalStart = (path: string) => Promise<Uint8Array | null>;

const START_BYTES = 4_096;

/** Sniffs the format from the start: HLS, MP4 or WebM. Does not check segments. */
export async function checkSource(
  url: string,
  {
    outbound,
    readOwnStart: readLocalStart,
    signal,
  }: { outbound: Outbound; readOwnStart: ReadLocalStart; signal?: AbortSignal },
): Promise<SourceCheck> {
  if (url.startsWith("/")) {
    const start = await readLocalStart(url);
    return start === null ? { alive: false, problem: "there is no such file" } : sniffFormat(start);
  }
  try {
    const response = await outbound.fetch(url, {
      headers: { range: `bytes=0-${START_BYTES - 1}` },
      signal,
    });
    if (response.status < 200 || response.status > 299) {
      response.discard();
      return { alive: false, problem: `it responds with status ${response.status}` };
    }
    const start = await readStart(response.body);
    response.discard();
    return sniffFormat(start);
  } catch (error) {
    if (error instanceof AppError && error.details["code"] === "ECONNREFUSED")
      return { alive: false, isSilent: true, problem: "its server refuses the connection" };
    if (error instanceof AppError)
      return { alive: false, isSilent: true, problem: error.message.replace(/\.$/, "") };
    return { alive: false, isSilent: true, problem: "the connection broke" };
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

function sniffFormat(start: Uint8Array): SourceCheck {
  const text = Buffer.from(start.subarray(0, 16)).toString("latin1");
  if (/^(?:\xef\xbb\xbf)?#EXTM3U/.test(text)) return { alive: true, format: "playlist" };
  if (text.slice(4, 8) === "ftyp" || text.startsWith("\x1a\x45\xdf\xa3"))
    return { alive: true, format: "file" };
  return { alive: false, problem: "it is neither an HLS playlist nor an MP4 or WebM file" };
}
