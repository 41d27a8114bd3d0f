import { join } from "node:path";
import { z } from "zod";

/**
 * A tar file: `manifest.json`, `uploads/<cid>`, `tables/<name>/<part>.copy.gz` (COPY's text
 * format), and last `checksums.json`, so that truncation is detected.
 */
export const MANIFEST_ENTRY = "manifest.json";
export const CHECKSUMS_ENTRY = "checksums.json";
export const UPLOADS_PREFIX = "uploads/";
export const TABLES_PREFIX = "tables/";

export const BACKUP_FORMAT = "akari-backup";
export const BACKUP_VERSION = 1;

/** Ends the name of a backup while it is being written. */
export const DRAFT_SUFFIX = ".partial";

export const NAME_PREFIX = "akari-";
export const BACKUP_NAME =
  /^akari-\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?:[0-5]\d){2}Z\.tar$/;

/** Names a backup, such as `akari-2026-11-21T113000Z.tar`, so that names sort by time. */
export function backupName(at: Date): string {
  return `${NAME_PREFIX}${at.toISOString().replace(/\.\d+/, "").replaceAll(":", "")}.tar`;
}

/** The time in a backup's name. */
export function backupTime(name: string): Date {
  const time = name.slice(NAME_PREFIX.length).replace(/T(\d\d)(\d\d)(\d\d)Z.*/, "T$1:$2:$3Z");
  return new Date(time);
}

/** The folder that backups are written to unless a command names another. */
export function backupFolder(dataDir: string): string {
  return join(dataDir, "backups");
}

export const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

export const manifestSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  version: z.literal(BACKUP_VERSION),
  created_at: z.iso.datetime(),
  /** `when` of each applied migration, oldest first. */
  migrations: z.array(z.number()).min(1),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier) })),
  sequences: z.array(
    z.object({ name: identifier, last_value: z.string().regex(/^-?\d+$/), is_called: z.boolean() }),
  ),
  uploads: z.int(),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const checksumsSchema = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));

export class BackupError extends Error {
  override name = "BackupError";
}
