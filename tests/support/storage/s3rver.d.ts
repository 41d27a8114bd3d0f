declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  /** The package has no types. */
  export default class S3rver {
    constructor(options: {
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
