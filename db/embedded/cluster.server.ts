import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { akariCommand } from "~/config/command";
import { run } from "./binaries.server";
import { EmbeddedPostgresError, describeOutput } from "./error.server";
import type { DatabaseLog } from "./log";
import { type Account, type Files, inheritOwner } from "./placement.server";

/** A data folder never changes it. */
const MAJOR_VERSION = "18";
/** Owns the database; no superuser. */
export const ROLE = "akari";
export const DATABASE = "akari";

/**
 * Locales to try in order, as systems differ. Japanese trigrams and upper case need UTF-8;
 * collation is ICU's.
 */
const CHARACTER_TYPES = ["C.UTF-8", "en_US.UTF-8", "UTF-8", "C"];

/** Throws for other content. */
export function hasCluster(data: string): boolean {
  if (!existsSync(data)) return false;
  const names = readdirSync(data);
  if (names.length === 0) return false;
  if (!names.includes("PG_VERSION")) {
    throw new EmbeddedPostgresError(
      `${data} is not a PostgreSQL data folder (PG_VERSION is missing): restore a backup of it, or move it away to begin with an empty database.`,
    );
  }
  const version = readVersion(data);
  if (version !== MAJOR_VERSION) {
    throw new EmbeddedPostgresError(
      `The database in ${data} was created by PostgreSQL ${version || "of an unknown version"} and this Akari brings ${MAJOR_VERSION}: run ${akariCommand("db upgrade <backup>")} with a backup of the previous version of Akari; nothing was changed.`,
    );
  }
  return true;
}

function readVersion(data: string): string {
  return readFileSync(join(data, "PG_VERSION"), "utf8").trim();
}

/** Moves a cluster of another major version beside itself. Returns where it is. */
export function setAsideOlderCluster(data: string, files: Files): string {
  const isUpgrading = existsSync(files.upgrade);
  if (existsSync(join(data, "PG_VERSION")) && readVersion(data) !== MAJOR_VERSION) {
    const aside = `${data}-${readVersion(data)}`;
    if (existsSync(aside))
      throw new EmbeddedPostgresError(`${aside} exists already: move it away first.`);
    // First, so that no start in between takes the site for a new one.
    writeFileSync(files.upgrade, `${aside}\n`);
    inheritOwner(files.upgrade, files);
    renameSync(data, aside);
    return aside;
  }
  if (isUpgrading) return readFileSync(files.upgrade, "utf8").trim();
  throw new EmbeddedPostgresError(
    `There is no database of another PostgreSQL than ${MAJOR_VERSION} in ${data}: nothing was changed.`,
  );
}

/** Gives the files to the account, also after a restore by root. */
export function takeOwnership(data: string, account: Account | null): void {
  if (account !== null && statSync(data).uid === 0) chownTree(data, account);
  if ((statSync(data).mode & 0o077) !== 0) chmodSync(data, 0o700);
}

function chownTree(path: string, account: Account): void {
  chownSync(path, account.uid, account.gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) chownTree(child, account);
    else if (!entry.isSymbolicLink()) chownSync(child, account.uid, account.gid);
  }
}

export function readPassword(files: Files): string | null {
  return existsSync(files.password) ? readFileSync(files.password, "utf8").trim() || null : null;
}

function storePassword(files: Files, password: string): void {
  const temporaryFile = `${files.password}.new`;
  rmSync(temporaryFile, { force: true });
  writeFileSync(temporaryFile, `${password}\n`, { mode: 0o600 });
  inheritOwner(temporaryFile, files);
  renameSync(temporaryFile, files.password);
}

export interface ClusterContext {
  files: Files;
  data: string;
  native: string;
  account: Account | null;
  maxConnections: number;
  log: DatabaseLog;
}

const randomPassword = () => randomBytes(24).toString("base64url");

/** One statement per line. The folder must be unused. */
async function runSingleUser(
  { data, native, account, files }: ClusterContext,
  database: string,
  statements: string[],
): Promise<void> {
  const { ok, output } = await run(
    join(native, "bin", "postgres"),
    ["--single", "-D", data, database],
    account,
    `${statements.join("\n")}\n`,
  );
  if (!ok || /(ERROR|FATAL|PANIC): /.test(output)) throw describeOutput(output, data, files.log);
}

/** Renames at the end: an interrupted start leaves nothing. */
export async function createCluster(context: ClusterContext): Promise<void> {
  const { data, native, account, files, log } = context;
  const parent = dirname(data);
  requireSpace(parent);
  log(`Creating the database in ${data}.`, "detail");
  const prefix = `${basename(data)}.init-`;
  for (const name of readdirSync(parent))
    if (name.startsWith(prefix)) rmSync(join(parent, name), { recursive: true, force: true });
  const temporary = mkdtempSync(join(parent, prefix));
  try {
    const cluster = join(temporary, "data");
    const superuserPassword = join(temporary, "password");
    mkdirSync(cluster, { mode: 0o700 });
    // The superuser never signs in; `runAlone` does what needs one.
    writeFileSync(superuserPassword, randomPassword(), { mode: 0o600 });
    if (account !== null)
      for (const path of [temporary, cluster, superuserPassword])
        chownSync(path, account.uid, account.gid);

    for (const characterType of CHARACTER_TYPES) {
      const { ok, output } = await run(
        join(native, "bin", "initdb"),
        initdbArguments(cluster, superuserPassword, characterType),
        account,
      );
      if (ok) break;
      if (!/invalid locale name/.test(output) || characterType === CHARACTER_TYPES.at(-1))
        throw describeOutput(output, data, files.log);
    }
    const password = randomPassword();
    await runSingleUser({ ...context, data: cluster }, "postgres", [
      `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}'`,
      `CREATE DATABASE ${DATABASE} OWNER ${ROLE}`,
    ]);
    storePassword(files, password);
    rmSync(data, { recursive: true, force: true });
    renameSync(cluster, data);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Files, write-ahead log, starter catalog. */
const MIN_FREE_MB = 200;

function requireSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const freeMb = Math.floor((bavail * bsize) / 1024 ** 2);
  if (freeMb < MIN_FREE_MB)
    throw new EmbeddedPostgresError(
      `The disk of ${folder} has ${freeMb} MB of free space, but a new database needs ${MIN_FREE_MB} MB: free some, or set DATA_DIR to a folder on another disk.`,
    );
}

function initdbArguments(cluster: string, passwordFile: string, characterType: string): string[] {
  return [
    `--pgdata=${cluster}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    `--lc-ctype=${characterType}`,
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ];
}

/** The password file was lost. */
export async function replacePassword(context: ClusterContext): Promise<void> {
  context.log("The password of the embedded database is missing: setting a new one.");
  const password = randomPassword();
  await runSingleUser(context, "postgres", [`ALTER ROLE ${ROLE} PASSWORD '${password}'`]);
  storePassword(context.files, password);
}
