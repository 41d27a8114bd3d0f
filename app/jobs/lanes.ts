/** Limits how many runs are at work at once, on all instances together. */
export interface Lane {
  readonly name: string;
  readonly concurrency: number;
}

/** Jikan limits requests per address, and everything that writes the catalog for long is here. */
export const JIKAN: Lane = { name: "jikan", concurrency: 1 };

/** Work on the site's own rows and files, which should not pile up. */
export const SITE: Lane = { name: "site", concurrency: 1 };

/** Scans of media folders, one after the other: a disk is slower with two. */
export const LIBRARY: Lane = { name: "library", concurrency: 1 };

/** Decoding of own files, which takes a processor for itself. */
export const MEDIA: Lane = { name: "media", concurrency: 1 };

/** What leaves for users, in one process at a time, which waits for no other work. */
export const OUTGOING: Lane = { name: "outgoing", concurrency: 1 };
