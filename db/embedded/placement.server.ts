import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError } from "./error.server";

/** The account PostgreSQL runs as. It refuses root, so root hands it to another one. */
export interface Account {
  uid: number;
  gid: number;
}

/** Names inside DATA_DIR. `data` itself may live in a shelter, see `place`. */
export interface Files {
  folder: string;
  data: string;
  lock: string;
  clients: string;
  password: string;
  log: string;
  shelterPointer: string;
}

/** Where the embedded database keeps its things inside `folder` (an absolute, real path). */
export function filesIn(folder: string): Files {
  const at = (name: string) => join(folder, `postgres${name}`);
  return {
    folder,
    data: at(""),
    lock: at(".lock"),
    clients: at(".clients"),
    password: at(".password"),
    log: at(".log"),
    shelterPointer: at(".shelter"),
  };
}

/** Gives a file that root wrote into somebody's DATA_DIR to them, so that they can start without root the next time. */
export function ownLikeFolder(path: string, { folder }: Files): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(path, uid, gid);
}

/** The account `nobody`: every Unix has it, and PostgreSQL insists on an account with an entry in /etc/passwd. */
export function nobody(passwd = readFileSync("/etc/passwd", "utf8")): Account {
  const fields = /^nobody:(.*)$/m.exec(passwd)?.[1]?.split(":");
  // macOS writes -2; the system calls take the same 32 bits either way.
  return { uid: Number(fields?.[1] ?? 65534) | 0, gid: Number(fields?.[2] ?? 65534) | 0 };
}

/** The first part of `path` that the account may not enter or read, or null when it reaches the end. Plain permissions only, no ACLs. */
export function obstacle(path: string, { uid, gid }: Account): string | null {
  const parent = dirname(path);
  const above = parent === path ? null : obstacle(parent, { uid, gid });
  if (above !== null) return above;
  const stat = statSync(path);
  const mine = stat.uid === uid ? stat.mode >> 6 : stat.gid === gid ? stat.mode >> 3 : stat.mode;
  const needed = stat.isDirectory() ? 0o1 : 0o4;
  return (mine & needed) === needed ? null : path;
}

/** A folder that every account can reach and only root can change, for this DATA_DIR; made when absent. */
function shelterFor(folder: string): string {
  const name = `akari-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}`;
  for (const base of ["/var/lib", "/var/tmp"]) {
    const shelter = join(base, name);
    try {
      mkdirSync(shelter, { recursive: true, mode: 0o755 });
      // In /var/tmp anybody can make a folder of this name first: only one that is ours is used.
      const stat = lstatSync(shelter);
      if (!stat.isDirectory() || stat.uid !== 0 || (stat.mode & 0o022) !== 0) continue;
      chmodSync(shelter, 0o755);
      return shelter;
    } catch {
      continue;
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, the account nobody cannot reach ${folder}, and neither /var/lib nor /var/tmp can be used instead: set DATA_DIR to a folder that every account can enter.`,
  );
}

export interface Placement {
  /** The folder of the cluster (PGDATA); may not exist yet. */
  data: string;
  /** Null: PostgreSQL runs as the account that started Akari. */
  account: Account | null;
  /** The folder beside the project that holds what the account could not reach; made on demand, and remembered in DATA_DIR. */
  shelter: () => string;
}

/** Decides which account runs PostgreSQL and where its data lies. */
export function place(files: Files, log: (message: string) => void): Placement {
  const pointed = existsSync(files.shelterPointer)
    ? readFileSync(files.shelterPointer, "utf8").trim()
    : null;
  if (pointed !== null && !existsSync(pointed)) {
    throw new EmbeddedPostgresError(
      `${files.shelterPointer} says that the database is kept in ${pointed}, which does not exist: bring it back, or delete that file to begin with an empty database.`,
    );
  }
  const shelter = () => {
    if (pointed !== null) return pointed;
    const made = shelterFor(files.folder);
    writeFileSync(files.shelterPointer, `${made}\n`);
    return made;
  };
  const sheltered =
    pointed !== null && existsSync(join(pointed, "postgres")) ? join(pointed, "postgres") : null;
  if (sheltered !== null && existsSync(join(files.data, "PG_VERSION"))) {
    throw new EmbeddedPostgresError(
      `There are two databases, ${files.data} and ${sheltered}: move the one away that you do not want.`,
    );
  }
  const data = sheltered ?? files.data;
  if (process.getuid?.() !== 0) return { data, account: null, shelter };

  const owner = existsSync(data) ? statSync(data) : null;
  const account = owner !== null && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody();
  if (sheltered !== null) return { data, account, shelter };

  const blocked = obstacle(owner === null ? files.folder : data, account);
  if (blocked === null) return { data, account, shelter };
  if (owner !== null && existsSync(join(data, "PG_VERSION"))) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and the account ${account.uid} that owns the database in ${data} cannot enter ${blocked}: make that folder enterable (chmod o+x) or start Akari with another account.`,
    );
  }
  const home = shelter();
  log(
    `PostgreSQL does not run as root and the account nobody cannot enter ${blocked}: the database is kept in ${home} instead (noted in ${files.shelterPointer}).`,
  );
  return { data: join(home, "postgres"), account, shelter };
}
