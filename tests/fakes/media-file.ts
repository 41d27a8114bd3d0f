import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import { formatContentRange, parseRange, resolveRange } from "~/media/video/byte-range";

/** Distinct at every offset. */
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

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** How an origin deviates from correct range handling. */
export interface FileOptions {
  type?: string;
  etag?: string;
  /** Responds 200 with the whole file to any range. */
  ignoresRange?: boolean;
  omitsLength?: boolean;
  /** Responds with this range instead. */
  wrongRange?: { start: number; end: number };
  /** Sends Content-Range with the whole file. */
  ignoresRangeEnd?: boolean;
}

export function serveFile(bytes: Buffer, options: FileOptions = {}): RequestListener {
  return (request, response) => {
    const { type = "video/mp2t", etag } = options;
    const base = {
      ...(type === "" ? {} : { "content-type": type }),
      "accept-ranges": "bytes",
      ...(etag === undefined ? {} : { etag }),
    };
    const ifRange = request.headers["if-range"];
    const parsedRange =
      options.ignoresRange || (ifRange !== undefined && ifRange !== etag)
        ? null
        : parseRange(request.headers.range);
    const range =
      parsedRange === null ? null : (options.wrongRange ?? resolveRange(parsedRange, bytes.length));
    if (parsedRange !== null && range === null)
      return void response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    const body =
      range === null || options.ignoresRangeEnd
        ? bytes
        : bytes.subarray(range.start, range.end + 1);
    response.writeHead(range === null ? 200 : 206, {
      ...base,
      ...(range === null ? {} : { "content-range": formatContentRange(range, bytes.length) }),
      ...(options.omitsLength ? {} : { "content-length": body.length }),
    });
    if (request.method === "HEAD") response.end();
    else response.end(body);
  };
}
