export interface StoredFile {
  readonly cid: string;
  /** A path of this site, or an absolute URL. */
  readonly url: string;
}

/**
 * Content-addressed public files; methods throw `StorageFailed`. Callers of `remove` ensure that no
 * other user has the file.
 */
export interface FileStorage {
  put(bytes: Uint8Array, contentType: string): Promise<StoredFile>;
  remove(cid: string): Promise<void>;
}

/** One IPFS block. The CID of a larger file depends on a node's chunking. */
export const MAX_FILE_BYTES = 1024 * 1024;
