import type { S3Bucket } from "~/config/storage";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { contentId } from "./content-id";
import { StorageFailed } from "./storage-failed";
import type { FileStorage } from "./file-storage";
import { joinUrl } from "./join-url";
import { createS3Client } from "./s3-client.server";

interface Options extends S3Bucket {
  publicUrl: URL;
  outbound: Pick<Outbound, "fetch">;
}

const DEADLINE_MS = 30_000;

export function createS3Storage({ publicUrl, ...options }: Options): FileStorage {
  const send = createS3Client({ ...options, deadlineMs: DEADLINE_MS });
  return {
    async put(bytes, contentType) {
      const cid = contentId(bytes);
      const { status } = await send({
        method: "PUT",
        key: cid,
        body: bytes,
        headers: { "content-type": contentType },
      });
      if (status !== 200) throw new StorageFailed({ storage: "s3", method: "PUT", status });
      return { cid, url: joinUrl(publicUrl, cid).href };
    },
    async remove(cid) {
      const { status } = await send({ method: "DELETE", key: cid });
      if (status !== 204 && status !== 200 && status !== 404)
        throw new StorageFailed({ storage: "s3", method: "DELETE", status });
    },
  };
}
