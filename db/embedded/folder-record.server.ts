import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { akariCommand } from "~/config/command";
import { errorCode } from "~/errors/error-code";
import { EmbeddedPostgresError } from "./error.server";
import { filesIn, inheritOwner, type Files } from "./placement.server";
import { runningPostmaster, socketEndpoint } from "./postmaster.server";

/** The folder in which a database was opened last, in a file beside it, which copies have too. */
interface FolderRecord {
  /** PostgreSQL's identifier of the cluster, which a copy shares and no other cluster has. */
  database: string;
  host: string;
  path: string;
  inode: number;
}

/** A server that is being stopped in another container may take as long. */
const HIDDEN_SERVER_WAIT_MS = 10_000;

/** States of a cluster that was stopped as it should (`DBState` in pg_control.h). */
const CLEAN_STATES = [1, 2];

/** The first fields of pg_control. Null where it cannot be read. */
function readControl(data: string): { database: string; isClean: boolean } | null {
  try {
    const control = readFileSync(join(data, "global", "pg_control"));
    return {
      database: String(control.readBigUInt64LE(0)),
      isClean: CLEAN_STATES.includes(control.readInt32LE(16)),
    };
  } catch {
    return null;
  }
}

function readRecord({ record }: Files): FolderRecord | null {
  try {
    return JSON.parse(readFileSync(record, "utf8")) as FolderRecord;
  } catch {
    return null;
  }
}

function statOf(path: string): { dev: number; ino: number } | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** Whether a server listens, also in another container, whose processes cannot be seen. */
async function isListening(data: string): Promise<boolean> {
  const endpoint = socketEndpoint(data);
  if (endpoint === null) return false;
  const path = join(endpoint.host, `.s.PGSQL.${endpoint.port}`);
  return existsSync(path) && (await canConnect(path));
}

function canConnect(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    const end = (isServed: boolean) => {
      socket.destroy();
      resolve(isServed);
    };
    socket.once("connect", () => end(true));
    // A server with a full queue of connections is one that runs.
    socket.once("error", (error) => end(errorCode(error) === "EAGAIN"));
  });
}

/**
 * Refuses a database that another server has open, and one that is a copy of a folder that is still
 * there: while that one runs, and where it ran when it was copied. Folders that were moved, here or
 * to another machine, and restored ones have no original in sight.
 */
export async function requireOwnFolder(files: Files): Promise<void> {
  const { data } = files;
  const deadline = performance.now() + HIDDEN_SERVER_WAIT_MS;
  while (await isListening(data)) {
    if (performance.now() > deadline)
      throw new EmbeddedPostgresError(
        `The database in ${data} runs already, started in another container or before this folder was moved: stop it first.`,
      );
    await pause(200);
  }
  const control = readControl(data);
  const record = readRecord(files);
  if (control === null || record === null || record.database !== control.database) return;
  const original = filesIn(record.path);
  const there = statOf(record.path);
  const here = statSync(files.folder);
  const isSame = there === null || (there.dev === here.dev && there.ino === here.ino);
  if (isSame || there.ino !== record.inode) return;
  if (readControl(original.data)?.database !== control.database) return;
  const runs = runningPostmaster(original.data) !== null || (await isListening(original.data));
  if (!runs && control.isClean) return;
  throw new EmbeddedPostgresError(
    `${files.folder} is a copy of ${record.path} (on ${record.host}), ${
      control.isClean
        ? "which is running: stop it to start this one in its place"
        : `which was not stopped when it was copied, so that its parts may not fit together: copy a site with ${akariCommand("backup")} and ${akariCommand("restore")}, or stop it first`
    }. To begin here with an empty database, move ${files.data} away; to start the copy as it is, as a site of its own, delete ${files.record}.`,
  );
}

/** Notes where the database is opened. One outside the folder has the pointer of `placement`. */
export function recordFolder(files: Files): void {
  const control = readControl(files.data);
  if (control === null) return;
  const record: FolderRecord = {
    database: control.database,
    host: hostname(),
    path: files.folder,
    inode: statSync(files.folder).ino,
  };
  const text = `${JSON.stringify(record)}\n`;
  if (existsSync(files.record) && readFileSync(files.record, "utf8") === text) return;
  const temporary = `${files.record}.new`;
  writeFileSync(temporary, text);
  inheritOwner(temporary, files);
  renameSync(temporary, files.record);
}
