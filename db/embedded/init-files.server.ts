import { randomBytes } from "node:crypto";
import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "~/errors/error-code";

interface InitFilesOptions {
  /** The folder of the cluster. */
  data: string;
  /** Opens a new connection, and returns the id of its database. */
  connect: () => Promise<string>;
}

export interface InitFiles {
  /** Has the files written that are missing. Never rejects. */
  check(): Promise<void>;
  /** Puts space aside when there is enough. */
  putAside(): void;
}

/** Both files have 190 kB. */
const RESERVE_BYTES = 512 * 1024;
const PLENTY_BYTES = 64 * RESERVE_BYTES;
/** Each connection that fails leaves a line in the database's log. */
const PAUSE_MS = 15_000;

/**
 * Keeps PostgreSQL's copies of the catalog in place. Changes of the catalog delete them, the next
 * connection writes them, and ends with an error when the disk is full: then nothing could be read
 * either. So they are written while there is space, or else in a reserve that is given up.
 */
export function createInitFiles({ data, connect }: InitFilesOptions): InitFiles {
  const reserve = `${data}.reserve`;
  let files: string[] | null = null;
  let isAtWork = false;
  let pausedUntil = 0;

  const write = async () => {
    try {
      return await connect();
    } catch (error) {
      if (errorCode(error) !== "53100" || !existsSync(reserve)) throw error;
      rmSync(reserve, { force: true });
      return await connect();
    }
  };
  return {
    async check() {
      if (isAtWork || performance.now() < pausedUntil) return;
      if (files?.every((file) => existsSync(file)) === true) return;
      isAtWork = true;
      try {
        const id = await write();
        files = [`base/${id}`, "global"].map((folder) => join(data, folder, "pg_internal.init"));
      } catch {
        pausedUntil = performance.now() + PAUSE_MS;
      } finally {
        isAtWork = false;
      }
    },
    putAside() {
      try {
        if (existsSync(reserve)) return;
        const { bavail, bsize } = statfsSync(dirname(reserve));
        // Zeros would take no space where the file system compresses.
        if (bavail * bsize > PLENTY_BYTES) writeFileSync(reserve, randomBytes(RESERVE_BYTES));
      } catch {
        rmSync(reserve, { force: true });
      }
    },
  };
}
