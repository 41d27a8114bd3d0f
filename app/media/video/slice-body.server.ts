import { Readable } from "node:stream";
import { UpstreamFailed } from "~/errors/app-error";

/**
 * Exactly `length` bytes of a body from `start` on. Fails when the body ends before; what follows is not read. Bytes are
 * handed on as they come, and the source waits when the reader does.
 */
export function sliceBody(source: Readable, start: number, length: number): Readable {
  let skip = start;
  let left = length;
  const slice = new Readable({
    read: () => void source.resume(),
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
  const endedEarly = () => {
    if (left > 0) slice.destroy(new UpstreamFailed("The source ended before its last byte."));
  };
  source.on("data", (chunk: Buffer) => {
    if (skip >= chunk.length) {
      skip -= chunk.length;
      return;
    }
    const part = chunk.subarray(skip, skip + left);
    skip = 0;
    left -= part.length;
    const wantsMore = slice.push(part);
    if (left === 0) {
      slice.push(null);
      source.destroy();
    } else if (!wantsMore) source.pause();
  });
  source.on("error", (error) => slice.destroy(error));
  source.on("end", endedEarly);
  source.on("close", endedEarly);
  source.pause();
  return slice;
}
