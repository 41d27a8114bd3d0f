import type { Readable } from "node:stream";
import { Busy } from "~/errors/app-error";
import { refused } from "~/outbound/source-rules";
import { createPlaylistRewriter } from "./rewrite-playlist";

/** No playlist of a film comes near; a longer one is an attack on memory, and refused with 400. */
export const MAX_PLAYLIST_BYTES = 5 * 1024 * 1024;
/** A playlist of nothing but short lines grows by our address and its own on each; refused with 400 beyond. */
const MAX_REWRITTEN_BYTES = 64 * 1024 * 1024;
/** Playlists held in memory at once. Live viewers ask often but briefly, so more than this is not viewers. */
const MAX_AT_ONCE = 128;
/** How long one playlist may keep the process to itself before others get a turn. */
const SLICE_MS = 8;
const LINES_PER_LOOK = 64;

let held = 0;

/** Reads a playlist's body to its end and rewrites it. Rejects with `Invalid` when it is too long, `Busy`, or the body's error. */
export async function rewriteBody(
  body: Readable,
  first: Buffer,
  options: Parameters<typeof createPlaylistRewriter>[0],
): Promise<Buffer<ArrayBuffer>> {
  if (held >= MAX_AT_ONCE) throw new Busy("Too many playlists are being read right now.", 1);
  held += 1;
  try {
    return await rewriteInSlices(await readPlaylist(body, first), options);
  } finally {
    held -= 1;
    body.destroy();
  }
}

async function readPlaylist(body: Readable, first: Buffer): Promise<string> {
  if (body.readableEnded) return first.toString("latin1");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_PLAYLIST_BYTES)
      throw refused(`The playlist is longer than ${MAX_PLAYLIST_BYTES / 1024 / 1024} MiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("latin1");
}

async function rewriteInSlices(
  text: string,
  options: Parameters<typeof createPlaylistRewriter>[0],
): Promise<Buffer<ArrayBuffer>> {
  const rewriter = createPlaylistRewriter(options);
  const slices: Buffer<ArrayBuffer>[] = [];
  let size = 0;
  for (let position = 0; position <= text.length;) {
    const started = performance.now();
    const lines: string[] = [];
    do {
      for (let count = 0; count < LINES_PER_LOOK && position <= text.length; count += 1) {
        const found = text.indexOf("\n", position);
        const end = found === -1 ? text.length : found;
        const line = rewriter.line(text.slice(position, end));
        size += line.length + 1;
        lines.push(line);
        position = end + 1;
      }
      if (size > MAX_REWRITTEN_BYTES) throw refused("The playlist has too many lines.");
    } while (position <= text.length && performance.now() - started < SLICE_MS);
    slices.push(Buffer.from(lines.join("\n") + (position <= text.length ? "\n" : ""), "latin1"));
    if (position <= text.length) await nextTurn();
  }
  return slices.length === 1 && slices[0] !== undefined ? slices[0] : Buffer.concat(slices);
}

const waiting: (() => void)[] = [];

/** Resolves in a later turn of the event loop, and in another one than anybody else's: many playlists together hold nobody up either. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}
