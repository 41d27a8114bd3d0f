import type { IncomingHttpHeaders } from "node:http";
import { pipeline, Transform, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { UpstreamFailed } from "~/errors/app-error";
import { refused } from "./source-rules";

/** An answer as it comes from the connection: its head, and its body to be read. */
export type SourceMessage = Readable & {
  statusCode?: number | undefined;
  headers: IncomingHttpHeaders;
};

/**
 * The answer's body with its content coding undone, failing with `Invalid` when it is longer than `maxBytes`. The count is of decoded bytes
 * and happens while they flow, so a compressed bomb stops at the limit. Without coding and limit this is the message itself.
 * Throws `UpstreamFailed` for a coding that we did not ask for and cannot undo.
 */
export function decodedBody(message: SourceMessage, maxBytes: number): Readable {
  const coding = message.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  const stages = [...decoders(coding), ...(maxBytes === Infinity ? [] : [byteLimit(maxBytes)])];
  const last = stages.at(-1);
  if (last === undefined) return message;
  // Each stage's failure destroys the others; who reads the last one learns of it there.
  pipeline([message, ...stages], () => undefined);
  return last;
}

/** Whether the body's bytes are not those of the resource itself. */
export function isEncoded(message: SourceMessage): boolean {
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
      throw new UpstreamFailed("The source answered in a compression that was not asked for.", {
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

/** The refusal of a body over the limit. */
export function tooLarge(): Error {
  return refused("The source is larger than allowed.");
}
