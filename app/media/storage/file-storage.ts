export interface StoredFile {
  readonly cid: string;
  /** A path of this site, or absolute. */
  readonly url: string;
}

/**
 * Content-addressed and public; throws `StorageFailed`. `remove` expects that no other user has the
 * file.
 */
export interface FileStorage {
  put(bytes: Uint8Array, contentType: string): Promise<StoredFile>;
  remove(cid: string): Promise<void>;
}

/** One IPFS block: a larger file's CID depends on the node's chunking. */
export const MAX_FILE_BYTES = 1024 * 1024;
