/** A public, immutable, content-addressed file. */
export interface StoredFile {
  /** A CIDv1 of the bytes as one raw block. */
  readonly cid: string;
  /** A path of this site, or an absolute URL. */
  readonly url: string;
}

/**
 * Content-addressed public files. Before `remove`, callers ensure that no other user has the file.
 * Both methods throw `StorageFailed`.
 */
export interface FileStorage {
  /** Atomic and idempotent. At most `MAX_FILE_BYTES`. */
  put(bytes: Uint8Array, contentType: string): Promise<StoredFile>;
  /** Ignores a missing file. */
  remove(cid: string): Promise<void>;
}

/** One IPFS block. The CID of a larger file depends on a node's chunking. */
export const MAX_FILE_BYTES = 1024 * 1024;
