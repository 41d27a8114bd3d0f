import { AwsV4Signer } from "aws4fetch";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { contentId } from "./content-id";
import { StorageFailed } from "./storage-failed";
import type { StoredFiles } from "./stored-files";
import { urlBelow } from "./url-below";

interface Options {
  endpoint: URL;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where the public reads the bucket's objects: `<publicUrl>/<cid>`. */
  publicUrl: URL;
  /** A way out on which the endpoint's address is open. */
  outbound: Pick<Outbound, "fetch">;
}

const DEADLINE_MS = 30_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** A signature is used at once; it must only outlive clocks that differ a little. */
const VALID_SECONDS = "300";

/** Files as objects of an S3-compatible bucket, addressed by path, by requests whose address carries the signature (Signature Version 4). */
export function createS3Storage({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
  publicUrl,
  outbound,
}: Options): StoredFiles {
  async function call(
    method: "PUT" | "DELETE",
    cid: string,
    file?: { bytes: Uint8Array; contentType: string },
  ): Promise<number> {
    const url = urlBelow(endpoint, bucket, cid);
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
    let answer: Awaited<ReturnType<Outbound["fetch"]>>;
    try {
      const body =
        file === undefined
          ? {}
          : { body: file.bytes, headers: { "content-type": file.contentType } };
      answer = await outbound.fetch(signed.url.href, {
        method,
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_ANSWER_BYTES,
        ...body,
      });
      await answer.bytes();
    } catch (cause) {
      throw new StorageFailed({ storage: "s3", method }, cause);
    }
    return answer.status;
  }

  return {
    async put(bytes, contentType) {
      const cid = contentId(bytes);
      const status = await call("PUT", cid, { bytes, contentType });
      if (status !== 200) throw new StorageFailed({ storage: "s3", method: "PUT", status });
      return { cid, url: urlBelow(publicUrl, cid).href };
    },
    async remove(cid) {
      const status = await call("DELETE", cid);
      if (status !== 204 && status !== 200 && status !== 404)
        throw new StorageFailed({ storage: "s3", method: "DELETE", status });
    },
  };
}
