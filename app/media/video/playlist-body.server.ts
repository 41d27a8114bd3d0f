import type { Readable } from "node:stream";
import { createEventLoopTurns } from "~/concurrency/event-loop-turns";
import { createSemaphore } from "~/concurrency/semaphore";
import { Busy } from "~/errors/app-error";
import { refused } from "~/outbound/source-rules";
import { createPlaylistRewriter } from "./rewrite-playlist";

const MAX_PLAYLIST_BYTES = 5 * 1024 * 1024;
/** Short lines grow by the proxy's path and the playlist's URL. */
const MAX_REWRITTEN_BYTES = 64 * 1024 * 1024;
/** The limit is above what live viewers need. */
const MAX_PLAYLISTS = 128;
/** Milliseconds that a playlist takes on the event loop in one turn. */
const SLICE_MS = 8;
const LINES_PER_CLOCK_CHECK = 64;

const slots = createSemaphore({
  limit: MAX_PLAYLISTS,
  maxQueue: 0,
  busy: () => new Busy("source.playlistsBusy", 1),
});

/** Rejects with `Invalid` (too large), `Busy`, or the body's error. */
export async function rewriteBody(
  body: Readable,
  first: Buffer,
  options: Parameters<typeof createPlaylistRewriter>[0],
): Promise<Buffer<ArrayBuffer>> {
  return slots.run(async () => {
    try {
      return await rewriteInSlices(await readPlaylist(body, first), options);
    } finally {
      body.destroy();
    }
  });
}

async function readPlaylist(body: Readable, first: Buffer): Promise<string> {
  if (body.readableEnded) return first.toString("latin1");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_PLAYLIST_BYTES)
      throw refused({
        key: "source.playlistSize",
        values: { megabytes: MAX_PLAYLIST_BYTES / 1024 / 1024 },
      });
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
      for (let count = 0; count < LINES_PER_CLOCK_CHECK && position <= text.length; count += 1) {
        const found = text.indexOf("\n", position);
        const end = found === -1 ? text.length : found;
        const line = rewriter.line(text.slice(position, end));
        size += line.length + 1;
        lines.push(line);
        position = end + 1;
      }
      if (size > MAX_REWRITTEN_BYTES) throw refused("source.playlistLines");
    } while (position <= text.length && performance.now() - started < SLICE_MS);
    slices.push(Buffer.from(lines.join("\n") + (position <= text.length ? "\n" : ""), "latin1"));
    if (position <= text.length) await nextTurn();
  }
  return slices.length === 1 && slices[0] !== undefined ? slices[0] : Buffer.concat(slices);
}

/** Lets requests in between the slices of all playlists that are being rewritten. */
const nextTurn = createEventLoopTurns();
