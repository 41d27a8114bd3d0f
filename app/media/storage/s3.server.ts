import { AwsV4Signer } from "aws4fetch";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { contentId } from "./content-id";
import { StorageFailed } from "./storage-failed";
import type { FileStorage } from "./file-storage";
import { joinUrl } from "./join-url";

interface Options {
  endpoint: URL;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  publicUrl: URL;
  /** May reach the endpoint's host. */
  outbound: Pick<Outbound, "fetch">;
}

const DEADLINE_MS = 30_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Tolerates clock skew. */
const VALID_SECONDS = "300";

/** Path-style presigned URLs (Signature Version 4). */
export function createS3Storage({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
  publicUrl,
  outbound,
}: Options): FileStorage {
  async function call(
    method: "PUT" | "DELETE",
    cid: string,
    file?: { bytes: Uint8Array; contentType: string },
  ): Promise<number> {
    const url = joinUrl(endpoint, bucket, cid);
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
    let response: Awaited<ReturnType<Outbound["fetch"]>>;
    try {
      const body =
        file === undefined
          ? {}
          : { body: file.bytes, headers: { "content-type": file.contentType } };
      response = await outbound.fetch(signed.url.href, {
        method,
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_RESPONSE_BYTES,
        ...body,
      });
      await response.bytes();
    } catch (cause) {
      throw new StorageFailed({ storage: "s3", method }, cause);
    }
    return response.status;
  }

  return {
    async put(bytes, contentType) {
      const cid = contentId(bytes);
      const status = await call("PUT", cid, { bytes, contentType });
      if (status !== 200) throw new StorageFailed({ storage: "s3", method: "PUT", status });
      return { cid, url: joinUrl(publicUrl, cid).href };
    },
    async remove(cid) {
      const status = await call("DELETE", cid);
      if (status !== 204 && status !== 200 && status !== 404)
        throw new StorageFailed({ storage: "s3", method: "DELETE", status });
    },
  };
}
