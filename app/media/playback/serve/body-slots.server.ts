import { createSemaphore } from "~/concurrency/semaphore";
import { Busy } from "~/errors/app-error";
import { LARGE_WINDOW_BYTES, type FileBytes } from "~/media/container/file-bytes.server";
import { withTimeLimit } from "~/media/container/unreadable-media";
import { bytesOf, type OpenFile } from "~/media/playback/open-file.server";
import type { PlayerRequest } from "./player-body";

/** Makes a body for a request, when a slot is free and within the time limit. */
export type MakeBody = <Result>(
  request: PlayerRequest,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/** Segments, fonts and subtitle files; each may hold some copies of its bytes. */
const MAX_BODIES_AT_ONCE = 8;
const MAX_BODIES_PER_CLIENT = 4;
const MAX_QUEUE = 512;
const QUEUE_MS = 20_000;
const REQUEST_MS = 60_000;
const MAX_REQUEST_BYTES = 512 * 1024 * 1024;
export const RETRY_AFTER_SECONDS = 5;

/**
 * Bounds how many bodies are made at once, for all clients and for each. Requests that wait get
 * `Busy` when `closing` is aborted.
 */
export function createBodySlots(closing?: AbortSignal): MakeBody {
  const slots = createSemaphore({
    limit: MAX_BODIES_AT_ONCE,
    limitPerClient: MAX_BODIES_PER_CLIENT,
    maxQueue: MAX_QUEUE,
    timeoutMs: QUEUE_MS,
    closing,
    busy: () => new Busy("media.busy", RETRY_AFTER_SECONDS),
  });
  return ({ client, signal }, work) =>
    slots.run(() => withTimeLimit(REQUEST_MS, signal, work), { client, signal });
}

/** The bytes that a body may be made from. */
export function requestBytes(file: OpenFile, signal: AbortSignal | undefined): FileBytes {
  // The frames of a segment are read in sequence.
  return bytesOf(file, {
    maxBytes: MAX_REQUEST_BYTES,
    windowBytes: LARGE_WINDOW_BYTES,
    signal,
  });
}
