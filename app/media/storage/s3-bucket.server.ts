import { open, type FileHandle } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { DomUtils, parseDocument } from "htmlparser2";
import type { S3Bucket } from "~/config/storage";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { createS3Client, type S3Client, type S3Request, type S3Response } from "./s3-client.server";
import { StorageFailed } from "./storage-failed";

/** Stores private files of any size. Its calls throw `StorageFailed`. */
export interface FileBucket {
  /** Appears when complete, replacing one of that name. */
  upload(name: string, path: string, signal: AbortSignal): Promise<void>;
  /** The sizes by name, in the order of the names. */
  list(prefix: string, signal?: AbortSignal): Promise<ReadonlyMap<string, number>>;
  remove(name: string): Promise<void>;
}

interface FileBucketOptions extends S3Bucket {
  outbound: Pick<Outbound, "fetch">;
  partBytes?: number;
  /** The store's own limit by default. */
  keysPerPage?: number;
  retryMs?: number;
}

/** S3 allows 10,000 parts, so 320 GB. */
const PART_BYTES = 32 * 1024 * 1024;
/** A part may take this long over a slow uplink. */
const DEADLINE_MS = 10 * 60_000;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 2_000;

/** Multipart, one part in memory at a time. */
export function createFileBucket({
  partBytes = PART_BYTES,
  keysPerPage,
  retryMs = RETRY_MS,
  ...options
}: FileBucketOptions): FileBucket {
  const send = withRetries(createS3Client({ ...options, deadlineMs: DEADLINE_MS }), retryMs);

  async function list(prefix: string, signal?: AbortSignal): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    let token: string | undefined;
    do {
      const { body } = await send({
        method: "GET",
        key: null,
        ...(signal === undefined ? {} : { signal }),
        query: {
          "list-type": "2",
          prefix,
          ...(keysPerPage === undefined ? {} : { "max-keys": String(keysPerPage) }),
          ...(token === undefined ? {} : { "continuation-token": token }),
        },
      });
      const page = parseXml(body.toString());
      for (const object of elements(page, "Contents"))
        sizes.set(childText(object, "Key") ?? "", Number(childText(object, "Size")));
      token = childText(page, "NextContinuationToken");
    } while (token !== undefined);
    return new Map([...sizes].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  async function sendParts(name: string, uploadId: string, file: FileHandle, signal: AbortSignal) {
    const etags: string[] = [];
    const buffer = Buffer.allocUnsafe(partBytes);
    for (let position = 0; ;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, partBytes, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      const { etag } = await send({
        method: "PUT",
        key: name,
        query: { partNumber: String(etags.length + 1), uploadId },
        body: buffer.subarray(0, bytesRead),
        signal,
      });
      if (etag === undefined) throw failure("PUT", { reason: "no ETag" });
      etags.push(etag);
    }
    return etags;
  }

  return {
    async upload(name, path, signal) {
      const file = await open(path, "r");
      try {
        const created = await send({ method: "POST", key: name, query: { uploads: "" } });
        const uploadId = childText(parseXml(created.body.toString()), "UploadId");
        if (uploadId === undefined) throw failure("POST", { reason: "no upload id" });
        try {
          const etags = await sendParts(name, uploadId, file, signal);
          const { body } = await send({
            method: "POST",
            key: name,
            query: { uploadId },
            body: completionXml(etags),
            headers: { "content-type": "application/xml" },
          });
          // Its head is sent before it is done: a failure has status 200 too.
          const result = parseXml(body.toString());
          if (elements(result, "CompleteMultipartUploadResult").length === 0)
            throw failure("POST", { reason: childText(result, "Code") ?? "not completed" });
        } catch (error) {
          await send({ method: "DELETE", key: name, query: { uploadId } }).catch(() => undefined);
          throw error;
        }
        const { size } = await file.stat();
        if ((await list(name)).get(name) !== size)
          throw failure("GET", { reason: "the uploaded object has another size" });
      } finally {
        await file.close();
      }
    },
    list,
    async remove(name) {
      await send({ method: "DELETE", key: name });
    },
  };
}

/** Retries after failures of the network or the server. Throws `StorageFailed`. */
function withRetries(send: S3Client, retryMs: number): S3Client {
  const attempt = async (request: S3Request): Promise<S3Response> => {
    const response = await send(request);
    const { status, body } = response;
    if (status === 200 || status === 204) return response;
    if (status === 404 && request.method === "DELETE") return response;
    throw failure(request.method, { status, reason: childText(parseXml(body.toString()), "Code") });
  };
  return async (request) => {
    for (let count = 1; ; count += 1) {
      try {
        return await attempt(request);
      } catch (error) {
        const status = error instanceof StorageFailed ? Number(error.details["status"] ?? 500) : 0;
        const isTransient = status >= 500 || status === 429;
        if (count === MAX_ATTEMPTS || !isTransient || request.signal?.aborted === true) throw error;
        await sleep(retryMs * count, undefined, request.signal && { signal: request.signal });
      }
    }
  };
}

function failure(method: string, details: Record<string, unknown>): StorageFailed {
  return new StorageFailed({ storage: "s3", method, ...details });
}

type XmlNode = ReturnType<typeof parseXml>;

function parseXml(text: string) {
  return parseDocument(text, { xmlMode: true });
}

function elements(node: XmlNode, name: string) {
  return DomUtils.getElementsByTagName(name, node.children);
}

function childText(node: XmlNode | ReturnType<typeof elements>[number], name: string) {
  const [child] = DomUtils.getElementsByTagName(name, node.children);
  return child === undefined ? undefined : DomUtils.textContent(child);
}

function completionXml(etags: readonly string[]): string {
  const parts = etags.map(
    (etag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag.replaceAll('"', "&quot;")}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
}
