import type { IncomingMessage, ServerResponse } from "node:http";
import S3rver from "@20minutes/s3rver";
import type { S3Bucket } from "~/config/storage";
import { createFileBucket } from "~/media/storage/s3-bucket.server";
import { startMediaOrigin, type MediaOrigin } from "../../fakes/media-origin";
import { createTempFolder } from "../media/image-service";
import { createTestOutbound } from "../media/outbound";

export interface S3Server extends MediaOrigin {
  settings: S3Bucket;
  /** Lists keys in order. */
  listKeys(): Promise<string[]>;
  /** Reads a file without a signature; null if missing. */
  read(key: string): Promise<{ bytes: Buffer; type: string } | null>;
  write(key: string, bytes: Uint8Array): Promise<void>;
}

/** The server's only account. */
const KEYS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER", region: "eu-central-1" };

/** The server closes a connection that is idle for five seconds, which a request may cross. */
const HEADERS = { connection: "close" };

/**
 * An S3 server with one bucket that verifies signatures. `intercept` may respond in its place, and
 * then returns true. Stops with the test.
 */
export async function startS3Server(
  bucket: string,
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<S3Server> {
  const server = new S3rver({
    silent: true,
    directory: createTempFolder(),
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  const handle = server.callback();
  await server.configureBuckets();
  const origin = await startMediaOrigin((request, response) => {
    if (!intercept(request, response)) handle(request, response);
  });
  const settings = { ...KEYS, endpoint: new URL(origin.url), bucket };
  const files = createFileBucket({ ...settings, outbound: createTestOutbound([origin]) });
  return {
    ...origin,
    settings,
    listKeys: async () => [...(await files.list("")).keys()],
    async read(key) {
      const response = await fetch(`${origin.url}/${bucket}/${key}`, { headers: HEADERS });
      const bytes = Buffer.from(await response.arrayBuffer());
      return response.ok ? { bytes, type: response.headers.get("content-type") ?? "" } : null;
    },
    async write(key, bytes) {
      const response = await fetch(`${origin.url}/${bucket}/${key}`, {
        method: "PUT",
        headers: HEADERS,
        body: new Uint8Array(bytes),
      });
      if (!response.ok) throw new Error(`the S3 server responded with ${response.status}`);
    },
  };
}
