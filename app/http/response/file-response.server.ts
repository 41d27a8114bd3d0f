import { Readable } from "node:stream";
import type { FileHandle } from "node:fs/promises";
import { formatContentRange, parseRange, resolveRange } from "~/media/video/byte-range";
import { matchesEtag } from "./cache/conditional-request.server";

interface OpenFile {
  handle: FileHandle;
  type: string;
  size: number;
  modifiedAt: Date;
}

/** Bytes of a chunk; segments have megabytes. */
const CHUNK_BYTES = 256 * 1024;

/** A failing `If-Range` gets the whole file. */
export async function fileResponse(request: Request, file: OpenFile): Promise<Response> {
  const etag = `"${file.modifiedAt.getTime().toString(36)}-${file.size.toString(36)}"`;
  const headers: Record<string, string> = {
    "content-type": file.type,
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    "last-modified": file.modifiedAt.toUTCString(),
    etag,
  };
  if (matchesEtag(request.headers.get("if-none-match"), etag)) {
    await file.handle.close();
    return new Response(null, { status: 304, headers });
  }
  const ifRange = request.headers.get("if-range");
  const isCurrent = ifRange === null || ifRange === etag || ifRange === headers["last-modified"];
  const requested = isCurrent ? parseRange(request.headers.get("range")) : null;
  const range = requested === null ? null : resolveRange(requested, file.size);
  if (requested !== null && range === null) {
    await file.handle.close();
    return new Response(null, {
      status: 416,
      headers: { ...headers, "content-range": `bytes */${file.size}`, "content-length": "0" },
    });
  }
  const length = range === null ? file.size : range.end - range.start + 1;
  const head = {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      "content-length": String(length),
      ...(range === null ? {} : { "content-range": formatContentRange(range, file.size) }),
    },
  };
  if (request.method === "HEAD" || length === 0) {
    await file.handle.close();
    return new Response(null, head);
  }
  const start = range?.start ?? 0;
  const stream = file.handle.createReadStream({
    start,
    end: start + length - 1,
    highWaterMark: CHUNK_BYTES,
  });
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, head);
}
