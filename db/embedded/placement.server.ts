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
import { basename, dirname, join } from "node:path";
import { akariCommand } from "~/config/command";
import { EmbeddedPostgresError } from "./error.server";

/** Root starts PostgreSQL, which refuses root. */
export interface Account {
  uid: number;
  gid: number;
}

/** Files in DATA_DIR, except a sheltered cluster. */
export interface Files {
  folder: string;
  data: string;
  lock: string;
  clients: string;
  password: string;
  log: string;
  shelterPointer: string;
  /** Exists from the start of an upgrade to its end, and names the older cluster. */
  upgrade: string;
  /** Says in which folder the database was opened last. */
  record: string;
}

/** Lists absolute paths with resolved links. */
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
    upgrade: at(".upgrade"),
    record: at(".folder"),
  };
}

/** Gives a path to the folder's owner, since the site may start without root next time. */
export function inheritOwner(path: string, { folder }: Files): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(path, uid, gid);
}

/** `nobody`: PostgreSQL requires an entry in /etc/passwd, and every Unix has this one. */
export function unprivilegedAccount(passwd = readFileSync("/etc/passwd", "utf8")): Account {
  const fields = /^nobody:(.*)$/m.exec(passwd)?.[1]?.split(":");
  // macOS's -2 as 32 bits.
  return { uid: Number(fields?.[1] ?? 65534) | 0, gid: Number(fields?.[2] ?? 65534) | 0 };
}

/** Finds the first folder or file on `path` that the account may not enter. Ignores ACLs. */
export function findObstacle(path: string, { uid, gid }: Account): string | null {
  const parent = dirname(path);
  const obstacle = parent === path ? null : findObstacle(parent, { uid, gid });
  if (obstacle !== null) return obstacle;
  const stat = statSync(path);
  const granted = stat.uid === uid ? stat.mode >> 6 : stat.gid === gid ? stat.mode >> 3 : stat.mode;
  const needed = stat.isDirectory() ? 0o1 : 0o4;
  return (granted & needed) === needed ? null : path;
}

function nameShelter(folder: string): string {
  return `akari-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}`;
}

/** Creates a folder that every account can reach and only root can change. */
function createShelter(folder: string): string {
  const name = nameShelter(folder);
  for (const base of ["/var/lib", "/var/tmp"]) {
    const shelter = join(base, name);
    try {
      mkdirSync(shelter, { recursive: true, mode: 0o755 });
      // Any account can create it first.
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
  /** PGDATA; may not exist yet. */
  data: string;
  /** The account that runs the server; null for the current one. */
  account: Account | null;
  /**
   * Returns the folder for the cluster when DATA_DIR is out of reach; the path is recorded in
   * DATA_DIR.
   */
  shelter: () => string;
}

/** The shelter that DATA_DIR's pointer names; null without one. */
export function readShelter({ shelterPointer }: Files): string | null {
  if (!existsSync(shelterPointer)) return null;
  const [shelter = ""] = readFileSync(shelterPointer, "utf8").split("\n");
  return shelter.trim();
}

/** The shelter's path, then DATA_DIR's inode and path, by which a copy is recognised. */
function writeShelter({ shelterPointer, folder }: Files, shelter: string): void {
  writeFileSync(shelterPointer, `${shelter}\n${statSync(folder).ino} ${folder}\n`);
}

/**
 * Refuses a copied DATA_DIR, whose pointer would open the original's database. A folder that was
 * moved to another disk has the recorded path. One that was renamed has the recorded inode, as
 * another disk's folder may have, and no folder at the recorded path opens the same shelter.
 * Version 0.1 wrote no second line, but named the shelter after the folder's path.
 */
function requireOwnPointer(files: Files, shelter: string): void {
  const [, owner = ""] = readFileSync(files.shelterPointer, "utf8").split("\n");
  const [, inode, folder] = /^(\d+) (.+)$/.exec(owner) ?? [];
  const present = String(statSync(files.folder).ino);
  const isOwn =
    folder === undefined
      ? basename(shelter) === nameShelter(files.folder)
      : folder === files.folder || (inode === present && readShelter(filesIn(folder)) !== shelter);
  if (!isOwn)
    throw new EmbeddedPostgresError(
      `${files.folder} is a copy of ${folder ?? "another folder"}, whose database is stored in ${shelter}: a start on the copy would change the original. Copy a site with ${akariCommand("backup")} and ${akariCommand("restore")}. To begin here with an empty database, delete ${files.shelterPointer}; if the original is gone and this folder replaces it, make "0 ${files.folder}" that file's second line.`,
    );
  if (owner !== `${present} ${files.folder}`) writeShelter(files, shelter);
}

/** Lets an account pass through a folder that is root's alone. Returns whether it does. */
function letPass(folder: string, { gid }: Account, log: (message: string) => void): boolean {
  const stat = statSync(folder);
  // A folder of another group is shared with it.
  if (stat.uid !== 0 || stat.gid !== 0) return false;
  chownSync(folder, 0, gid);
  chmodSync(folder, 0o710);
  log(`PostgreSQL does not run as root: its group ${gid} may pass through ${folder} (mode 710).`);
  return true;
}

/** Throws `EmbeddedPostgresError` for a copied DATA_DIR, and where a database is not found. */
export function choosePlacement(files: Files, log: (message: string) => void): Placement {
  const recorded = readShelter(files);
  if (recorded !== null && !existsSync(recorded)) {
    throw new EmbeddedPostgresError(
      `${files.shelterPointer} says that the database is stored in ${recorded}, which does not exist: bring it back, or delete that file to begin with an empty database.`,
    );
  }
  const shelter = () => {
    if (recorded !== null) return recorded;
    const created = createShelter(files.folder);
    writeShelter(files, created);
    return created;
  };
  const sheltered =
    recorded !== null && existsSync(join(recorded, "postgres")) ? join(recorded, "postgres") : null;
  // A shelter of programs alone is no reason: copies may share it.
  if (recorded !== null && sheltered !== null) requireOwnPointer(files, recorded);
  if (sheltered !== null && existsSync(join(files.data, "PG_VERSION"))) {
    throw new EmbeddedPostgresError(
      `There are two databases, ${files.data} and ${sheltered}: move away the one you do not want.`,
    );
  }
  const data = sheltered ?? files.data;
  if (process.getuid?.() !== 0) return { data, account: null, shelter };

  const owner = existsSync(data) ? statSync(data) : null;
  const account =
    owner !== null && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivilegedAccount();
  if (sheltered !== null) return { data, account, shelter };

  let blocked = findObstacle(owner === null ? files.folder : data, account);
  if (blocked === files.folder && letPass(files.folder, account, log))
    blocked = findObstacle(owner === null ? files.folder : data, account);
  if (blocked === null) return { data, account, shelter };
  if (owner !== null && existsSync(join(data, "PG_VERSION"))) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and the account ${account.uid} that owns the database in ${data} cannot enter ${blocked}: make that folder accessible (chmod o+x) or start Akari with another account.`,
    );
  }
  const home = shelter();
  log(
    `PostgreSQL does not run as root and the account nobody cannot enter ${blocked}: the database is stored in ${home} instead (noted in ${files.shelterPointer}).`,
  );
  return { data: join(home, "postgres"), account, shelter };
}
