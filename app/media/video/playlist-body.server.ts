import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { createSemaphore } from "~/concurrency/semaphore";
import { Busy } from "~/errors/app-error";
import { refused } from "~/outbound/source-rules";
import { visitLines } from "./playlist-lines";
import { createPlaylistRewriter, type RewriteOptions } from "./rewrite-playlist";

const MAX_PLAYLIST_BYTES = 5 * 1024 * 1024;
/** Short lines grow by the proxy's path and the playlist's URL. */
const MAX_REWRITTEN_BYTES = 64 * 1024 * 1024;
/** The limit is above what live viewers need. */
const MAX_PLAYLISTS = 128;

const slots = createSemaphore({
  limit: MAX_PLAYLISTS,
  maxQueue: 0,
  busy: () => new Busy("source.playlistsBusy", 1),
});

export interface RewrittenPlaylist {
  body: Buffer<ArrayBuffer>;
  /** The hash of the body, in quotes. */
  etag: string;
}

/** Rejects with `Invalid` (too large), `Busy`, or the body's error. */
export async function rewriteBody(
  body: Readable,
  first: Buffer,
  options: RewriteOptions,
): Promise<RewrittenPlaylist> {
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

async function rewriteInSlices(text: string, options: RewriteOptions): Promise<RewrittenPlaylist> {
  const rewriter = createPlaylistRewriter(options);
  const slices: Buffer<ArrayBuffer>[] = [];
  const hash = createHash("sha1");
  let lines: string[] = [];
  let size = 0;
  await visitLines(text, {
    line(source) {
      const line = rewriter.line(source);
      size += line.length + 1;
      if (size > MAX_REWRITTEN_BYTES) throw refused("source.playlistLines");
      lines.push(line);
    },
    endSlice(isLast) {
      const slice = Buffer.from(lines.join("\n") + (isLast ? "" : "\n"), "latin1");
      hash.update(slice);
      slices.push(slice);
      lines = [];
    },
  });
  const [only] = slices;
  return {
    body: slices.length === 1 && only !== undefined ? only : Buffer.concat(slices),
    etag: `"${hash.digest("base64url")}"`,
  };
}
