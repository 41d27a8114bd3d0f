import type { IncomingHttpHeaders } from "node:http";
import { pipeline, Transform, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { UpstreamFailed } from "~/errors/app-error";
import { refused } from "./source-rules";

export type UpstreamMessage = Readable & {
  statusCode?: number | undefined;
  headers: IncomingHttpHeaders;
};

/** Pipelines to and from the body add eight for `close`; Node warns of a leak beyond ten. */
const MAX_LISTENERS = 16;

/** Counts decoded bytes, against decompression bombs. */
export function decodeBody(message: UpstreamMessage, maxBytes: number): Readable {
  const coding = message.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  const stages = [...decoders(coding), ...(maxBytes === Infinity ? [] : [byteLimit(maxBytes)])];
  const last = stages.at(-1);
  if (last === undefined) return message;
  // A failing stage destroys the others.
  pipeline([message, ...stages], () => undefined);
  return last.setMaxListeners(MAX_LISTENERS);
}

export function isEncoded(message: Pick<UpstreamMessage, "headers">): boolean {
  return !["", "identity"].includes(
    message.headers["content-encoding"]?.trim().toLowerCase() ?? "",
  );
}

function decoders(coding: string): Transform[] {
  switch (coding) {
    case "identity":
    case "":
      return [];
    case "gzip":
    case "x-gzip":
      return [createGunzip()];
    case "br":
      return [createBrotliDecompress()];
    case "deflate":
      return [createInflate()];
    default:
      throw new UpstreamFailed("source.encoding", {
        details: { coding },
      });
  }
}

function byteLimit(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
}

export function tooLarge(): Error {
  return refused("source.tooLarge");
}
