import { Readable } from "node:stream";
import { UpstreamFailed } from "~/errors/app-error";

/** Fails when the body is shorter; leaves the rest unread. */
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
    if (left > 0) slice.destroy(new UpstreamFailed("source.truncated"));
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
