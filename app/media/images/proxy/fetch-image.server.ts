import type { ErrorMessage } from "~/i18n/error-message";
import { finished, type Readable } from "node:stream";
import type { ByteBudget, Share } from "~/concurrency/byte-budget";
import { Invalid, NotFound, UpstreamFailed } from "~/errors/app-error";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { toOutboundError } from "~/outbound/outbound-error";
import { sniffImageType, TYPE_BYTES } from "~/media/images/transform/image-type";

export const MAX_SOURCE_BYTES = 10 * 1024 * 1024;
/** The time for DNS, the response's head and its body together. */
export const DEADLINE_MS = 20_000;
const ACCEPT = "image/avif,image/webp,image/png,image/jpeg,image/gif,*/*;q=0.1";

/**
 * Holds the bytes in the pieces they were received in: joining would copy up to 15 MB. They count
 * towards the budget until released.
 */
export interface FetchedImage {
  parts: readonly Uint8Array[];
  release(): void;
}

interface Options {
  fetch: Outbound["fetch"];
  budget: ByteBudget;
  signal: AbortSignal;
  client?: string | undefined;
  ownOrigin?: string | undefined;
  deadlineMs?: number;
  maxBytes?: number;
}

/**
 * Throws `NotFound` for 404, 410 and unknown hosts, `Invalid` for rejected sources, else
 * `UpstreamFailed`.
 */
export async function fetchImage(
  url: string,
  {
    fetch,
    budget,
    signal,
    client,
    ownOrigin,
    deadlineMs = DEADLINE_MS,
    maxBytes = MAX_SOURCE_BYTES,
  }: Options,
): Promise<FetchedImage> {
  const share = await budget.enter({ client, signal });
  try {
    const request = { deadlineMs, maxBytes, headers: { accept: ACCEPT }, signal };
    const response = await fetch(
      url,
      ownOrigin === undefined ? request : { ...request, ownOrigin },
    );
    try {
      checkStatus(response.status);
      return { parts: await readImage(response.body, share), release: () => share.release() };
    } finally {
      response.discard();
    }
  } catch (error) {
    share.release();
    throw error;
  }
}

export function requireImage(bytes: Uint8Array): void {
  if (bytes.byteLength === 0) throw refused("image.empty");
  if (sniffImageType(bytes) === null) throw refused("image.type");
}

function checkStatus(status: number): void {
  if (status === 404 || status === 410) throw new NotFound("image.sourceNotFound");
  if (status !== 200 && status !== 203)
    throw new UpstreamFailed("image.sourceStatus", {
      details: { upstreamStatus: status },
    });
}

/** Async iteration costs a millisecond of CPU time per photograph. */
function readImage(body: Readable, share: Share): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isChecked = false;
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        body.removeAllListeners("data");
        reject(toOutboundError(error));
      }
    };
    body.on("data", (chunk: Buffer) =>
      attempt(() => {
        share.add(chunk.length);
        chunks.push(chunk);
        size += chunk.length;
        if (isChecked || size < TYPE_BYTES) return;
        requireImage(Buffer.concat(chunks));
        isChecked = true;
      }),
    );
    // The callback runs even if the body failed earlier.
    finished(body, (error) =>
      attempt(() => {
        if (error) throw error;
        if (!isChecked) requireImage(Buffer.concat(chunks));
        resolve(chunks);
      }),
    );
  });
}

function refused(message: ErrorMessage): Invalid {
  return new Invalid([{ path: "url", message }]);
}
