import { AwsV4Signer } from "aws4fetch";
import type { S3Bucket } from "~/config/storage";
import type { Outbound, OutboundRequest } from "~/outbound/guarded-fetch.server";
import { joinUrl } from "./join-url";
import { StorageFailed } from "./storage-failed";

export interface S3Request extends Pick<OutboundRequest, "body" | "headers"> {
  method: "GET" | "PUT" | "POST" | "DELETE";
  signal?: AbortSignal;
  /** The object's name, with slashes between folders; null for the bucket itself. */
  key: string | null;
  query?: Readonly<Record<string, string>>;
}

export interface S3Response {
  status: number;
  body: Buffer;
  etag: string | undefined;
}

interface S3Options extends S3Bucket {
  outbound: Pick<Outbound, "fetch">;
  deadlineMs: number;
  /** The most bytes that a response may have. */
  maxBytes?: number;
}

const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/** Seconds that a signature is valid, which tolerate clock skew. */
const VALID_SECONDS = "300";

export type S3Client = (request: S3Request) => Promise<S3Response>;

/** Path-style presigned URLs (Signature Version 4). Throws `StorageFailed`. */
export function createS3Client(options: S3Options): S3Client {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = options;
  const { outbound, deadlineMs, maxBytes = MAX_RESPONSE_BYTES } = options;
  return async ({ method, key, query = {}, ...sent }) => {
    const url = joinUrl(endpoint, bucket, ...(key?.split("/") ?? []));
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    url.searchParams.set("X-Amz-Expires", VALID_SECONDS);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      service: "s3",
      region,
      accessKeyId,
      secretAccessKey,
      signQuery: true,
    }).sign();
    try {
      const response = await outbound.fetch(signed.url.href, {
        method,
        deadlineMs,
        maxBytes,
        ...sent,
      });
      const body = await response.bytes();
      return { status: response.status, body, etag: response.headers.etag };
    } catch (cause) {
      throw new StorageFailed({ storage: "s3", method }, cause);
    }
  };
}
