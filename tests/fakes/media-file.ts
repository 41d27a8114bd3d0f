import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import { formatContentRange, parseRange, resolveRange } from "~/media/video/byte-range";

/** Bytes that look like a transport stream and are different at every place. */
export function transportStream(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let offset = 0; offset < length; offset += 4)
    bytes.writeUInt32LE(
      Math.imul(offset + 1, 2654435761) >>> 0,
      Math.min(offset, Math.max(0, length - 4)),
    );
  for (let packet = 0; packet < length; packet += 188) bytes[packet] = 0x47;
  return bytes;
}

export const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** How an origin serves its file: as it should, or wrongly in one way. */
export interface FileManners {
  type?: string;
  etag?: string;
  /** Answers 200 with everything, whatever was asked for. */
  ignoresRange?: boolean;
  /** Does not say how long the body is. */
  hidesLength?: boolean;
  /** Answers a range with this one instead. */
  answersRange?: { start: number; end: number };
  /** Announces the range but sends everything. */
  sendsAll?: boolean;
}

/** Answers with a file, ranges included. */
export function file(bytes: Buffer, manners: FileManners = {}): RequestListener {
  return (request, response) => {
    const { type = "video/mp2t", etag } = manners;
    const base = {
      ...(type === "" ? {} : { "content-type": type }),
      "accept-ranges": "bytes",
      ...(etag === undefined ? {} : { etag }),
    };
    const ifRange = request.headers["if-range"];
    const asked =
      manners.ignoresRange || (ifRange !== undefined && ifRange !== etag)
        ? null
        : parseRange(request.headers.range);
    const range =
      asked === null ? null : (manners.answersRange ?? resolveRange(asked, bytes.length));
    if (asked !== null && range === null)
      return void response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    const body =
      range === null || manners.sendsAll ? bytes : bytes.subarray(range.start, range.end + 1);
    response.writeHead(range === null ? 200 : 206, {
      ...base,
      ...(range === null ? {} : { "content-range": formatContentRange(range, bytes.length) }),
      ...(manners.hidesLength ? {} : { "content-length": body.length }),
    });
    if (request.method === "HEAD") response.end();
    else response.end(body);
  };
}
