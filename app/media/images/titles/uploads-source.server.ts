import type { FetchedImage } from "~/media/images/proxy/fetch-image.server";
import type { DiskStorage } from "~/media/storage/disk.server";

const OWN_PATH = /^\/ipfs\/(?<cid>[A-Za-z0-9]+)/;

/** Reads covers that were uploaded to this site from its storage, and fetches all others. */
export function withUploads<Options>(
  fetchSource: (url: string, options: Options) => Promise<FetchedImage>,
  files: Pick<DiskStorage, "read">,
): (url: string, options: Options) => Promise<FetchedImage> {
  return async (url, options) => {
    const cid = OWN_PATH.exec(url)?.groups?.["cid"];
    if (cid === undefined) return fetchSource(url, options);
    const bytes = await files.read(cid);
    if (bytes === null) throw new Error("the uploaded file is gone");
    return { parts: [bytes], release: () => undefined };
  };
}
