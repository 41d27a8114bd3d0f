import { finished, type Readable } from "node:stream";
import { Invalid, NotFound, UpstreamFailed } from "~/errors/app-error";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { outboundError } from "~/outbound/outbound-error";
import { imageType, TYPE_BYTES } from "~/media/images/transform/image-type";
import type { ByteBudget, Share } from "./byte-budget";

/** A longer source is refused, however it was compressed on the way. */
export const MAX_SOURCE_BYTES = 10 * 1024 * 1024;
/** From the first look at the name to the last byte of the body (specification 4.8). */
export const DEADLINE_MS = 20_000;
const ACCEPT = "image/avif,image/webp,image/png,image/jpeg,image/gif,*/*;q=0.1";

/** The bytes of an image as they came, in their order: one piece would be a copy of up to 15 MB. They count in the budget until they are given back. */
export interface FetchedImage {
  parts: readonly Uint8Array[];
  release(): void;
}

interface Options {
  fetch: Outbound["fetch"];
  budget: ByteBudget;
  signal: AbortSignal;
  ownOrigin?: string | undefined;
  deadlineMs?: number;
  maxBytes?: number;
}

/**
 * Fetches an image of one of the accepted types. What is none is refused by its first bytes, before the rest has come. Throws `NotFound` for a source's
 * 404 and 410 and for unknown hosts, `Invalid` for what is refused, `UpstreamFailed` for the rest.
 */
export async function fetchImage(
  url: string,
  {
    fetch,
    budget,
    signal,
    ownOrigin,
    deadlineMs = DEADLINE_MS,
    maxBytes = MAX_SOURCE_BYTES,
  }: Options,
): Promise<FetchedImage> {
  const share = await budget.enter(signal);
  try {
    const request = { deadlineMs, maxBytes, headers: { accept: ACCEPT }, signal };
    const answer = await fetch(url, ownOrigin === undefined ? request : { ...request, ownOrigin });
    try {
      checkStatus(answer.status);
      return { parts: await readImage(answer.body, share), release: () => share.release() };
    } finally {
      answer.discard();
    }
  } catch (error) {
    share.release();
    throw error;
  }
}

/** The bytes, once they are known to be an image. Throws `Invalid` otherwise. */
export function requireImage(bytes: Uint8Array): void {
  if (bytes.byteLength === 0) throw refused("The image is empty.");
  if (imageType(bytes) === null)
    throw refused(
      "This is not an image of a type that is accepted here: PNG, JPEG, WebP, AVIF or GIF.",
    );
}

function checkStatus(status: number): void {
  if (status === 404 || status === 410)
    throw new NotFound("The source has no image at this address.");
  if (status !== 200 && status !== 203)
    throw new UpstreamFailed("The source did not answer with an image.", {
      details: { upstreamStatus: status },
    });
}

/** Reads by events: an asynchronous iterator costs a millisecond of computing for a photograph. */
function readImage(body: Readable, share: Share): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let known = false;
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        body.removeAllListeners("data");
        reject(outboundError(error));
      }
    };
    body.on("data", (chunk: Buffer) =>
      attempt(() => {
        share.add(chunk.length);
        chunks.push(chunk);
        size += chunk.length;
        if (known || size < TYPE_BYTES) return;
        requireImage(Buffer.concat(chunks));
        known = true;
      }),
    );
    // Also tells of a body that has failed before anybody listened.
    finished(body, (error) =>
      attempt(() => {
        if (error) throw error;
        if (!known) requireImage(Buffer.concat(chunks));
        resolve(chunks);
      }),
    );
  });
}

function refused(message: string): Invalid {
  return new Invalid([{ path: "url", message }]);
}
