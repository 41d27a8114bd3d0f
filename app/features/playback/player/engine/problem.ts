import { findCodecs, undecodableNames } from "./codecs";
import type { SourceProblem, Problem } from "./player-state";

export function isRetryable(status: number | undefined): boolean {
  return status === 429 || status === 503;
}

/** Whether retrying soon is useless: the source lacks or refuses this. */
export function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status <= 499 && !isRetryable(status);
}

/** Whether a signed URL has expired, or its file has changed. */
export function isStale(status: number | undefined): boolean {
  return status === 401 || status === 403 || status === 404 || status === 410;
}

/** Says as which of the player's problems one that the site has recognised is shown. */
export const PROBLEM_OF_KIND: Readonly<Record<Exclude<SourceProblem["kind"], "audio">, Problem>> = {
  video: "codec",
  unreadable: "garbage",
  missing: "gone",
};

/** Whether another source may work. */
export function isFaultOfSource(problem: Problem): boolean {
  return problem !== "offline" && problem !== "silent" && problem !== "busy";
}

/** No status means no response. */
export function toProblem(status: number | undefined): Problem {
  if (status === undefined || status === 0) return navigator.onLine ? "silent" : "offline";
  if (status === 404 || status === 410) return "gone";
  if (status === 401 || status === 403) return "refused";
  // The video proxy responds with 400 to anything but playlists and media.
  if (status === 400) return "garbage";
  return isRetryable(status) ? "busy" : "error";
}

/** Why a file failed, with the codecs that lack a decoder. */
export interface FileFailure {
  problem: Problem;
  codecs: readonly string[];
  /**
   * `while-busy` outlasts a rate limit; `once` is for a file that exists and may have failed before
   * it was probed.
   */
  retry: "while-busy" | "often" | "once" | "never";
}

/** The `moov` box of an MP4 may be at either end. */
const PROBED_BYTES = 256 * 1024;

/**
 * A media element reports an HTTP error as an unsupported file and a missing codec as a damaged
 * one, so the file is fetched again.
 */
export async function explainFileError(
  url: string,
  { code, MEDIA_ERR_DECODE, MEDIA_ERR_NETWORK }: MediaError,
): Promise<FileFailure> {
  const { status, bytes } = await fetchPart(url, `bytes=0-${PROBED_BYTES - 1}`);
  if (status === undefined || status >= 400) {
    const problem = toProblem(status);
    const isTemporary = problem === "silent" || problem === "error";
    const retry = problem === "busy" ? "while-busy" : isTemporary ? "often" : "never";
    return { problem, codecs: [], retry };
  }
  if (code === MEDIA_ERR_NETWORK) return { problem: "silent", codecs: [], retry: "often" };
  const codecs = await listMissingCodecs(url, bytes);
  if (codecs.length > 0) return { problem: "codec", codecs, retry: "never" };
  const problem = code === MEDIA_ERR_DECODE ? "damaged" : "garbage";
  return { problem, codecs: [], retry: "once" };
}

export async function listMissingCodecs(url: string, start?: Uint8Array): Promise<string[]> {
  const first = start ?? (await fetchPart(url, `bytes=0-${PROBED_BYTES - 1}`)).bytes;
  let codecs = findCodecs(first);
  if (codecs.length === 0 && first.length === PROBED_BYTES)
    codecs = findCodecs((await fetchPart(url, `bytes=-${PROBED_BYTES}`)).bytes);
  return undecodableNames(codecs, canDecode);
}

export function canDecode(type: string): boolean {
  return (
    (typeof MediaSource !== "undefined" && MediaSource.isTypeSupported(type)) ||
    document.createElement("video").canPlayType(type) !== ""
  );
}

async function fetchPart(
  url: string,
  range: string,
): Promise<{ status: number | undefined; bytes: Uint8Array }> {
  try {
    const response = await fetch(url, { headers: { range } });
    const bytes = response.ok ? await readAtMost(response, PROBED_BYTES) : new Uint8Array();
    return { status: response.status, bytes };
  } catch {
    return { status: undefined, bytes: new Uint8Array() };
  }
}

/** A server may ignore the range. */
async function readAtMost({ body }: Response, limit: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(limit);
  let length = 0;
  const reader = body?.getReader();
  while (reader !== undefined && length < limit) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value.subarray(0, limit - length), length);
    length += value.length;
  }
  await reader?.cancel();
  return bytes.subarray(0, Math.min(length, limit));
}
