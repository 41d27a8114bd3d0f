/** A file that anybody may read for good, named by its content. */
export interface StoredFile {
  /** The content identifier: a CIDv1 of the bytes as one raw block. */
  readonly cid: string;
  /** Where it is read: a path of our own, or a full URL. */
  readonly url: string;
}

/**
 * Public files that never change. Equal bytes are one file, so storing is repeatable, and nobody can replace what somebody else has stored. Whoever
 * removes a file makes sure that nobody else needs it. Both throw `StorageFailed` when the store does not work.
 */
export interface StoredFiles {
  /** Stores a whole file; it is readable when this resolves, and not in part before. At most `MAX_FILE_BYTES`. */
  put(bytes: Uint8Array, contentType: string): Promise<StoredFile>;
  /** Forgets a file. One that is not there is no failure. */
  remove(cid: string): Promise<void>;
}

/**
 * One block of IPFS. A larger file would be a tree of blocks, and its identifier would depend on how a node happens to cut it. Pictures of the sizes
 * that are stored here stay below.
 */
export const MAX_FILE_BYTES = 1024 * 1024;
