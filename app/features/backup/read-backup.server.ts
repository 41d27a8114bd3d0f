import { createHash } from "node:crypto";
import { realpath, type FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream";
import tar from "tar-stream";
import { errorCode } from "~/errors/error-code";
import { openRegularFile } from "~/media/files/open-regular-file.server";
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  BackupError,
  CHECKSUMS_ENTRY,
  checksumsSchema,
  MANIFEST_ENTRY,
  manifestSchema,
  MAX_ENTRY_BYTES,
  type Manifest,
} from "./backup-format";

export interface BackupEntry {
  name: string;
  bytes: Buffer;
}

/** Yields the entries in order. Throws `BackupError` for a damaged file. */
export async function* readEntries(path: string): AsyncGenerator<BackupEntry> {
  const file = await openFile(path);
  const extract = tar.extract();
  // The error also reaches the loop below.
  pipeline(file.createReadStream(), extract, () => undefined);
  try {
    for await (const entry of extract) {
      const { name, size = 0, type } = entry.header;
      if (type !== "file" || size > MAX_ENTRY_BYTES)
        throw new BackupError(`${name} is no part of a backup.`);
      const chunks: Buffer[] = [];
      for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
      yield { name, bytes: Buffer.concat(chunks) };
    }
  } catch (error) {
    if (error instanceof BackupError || isFileError(error)) throw error;
    throw new BackupError("The file is damaged or not an Akari backup.", { cause: error });
  } finally {
    extract.destroy();
  }
}

export async function verifyBackup(path: string): Promise<Manifest> {
  const found: Record<string, string> = {};
  let manifest: Manifest | null = null;
  let expected: Record<string, string> | null = null;
  for await (const { name, bytes } of readEntries(path)) {
    if (expected !== null) throw new BackupError(`${name} follows the end of the backup.`);
    if (name === CHECKSUMS_ENTRY) {
      expected = parseChecksums(bytes);
      continue;
    }
    manifest ??= parseManifest(name, bytes);
    if (name in found) throw new BackupError(`${name} is in the backup twice.`);
    found[name] = createHash("sha256").update(bytes).digest("hex");
  }
  if (manifest === null) throw new BackupError("The file is not an Akari backup.");
  if (expected === null) throw new BackupError("The backup is truncated: its end is missing.");
  for (const name of new Set([...Object.keys(expected), ...Object.keys(found)]))
    if (expected[name] !== found[name])
      throw new BackupError(`The backup is damaged: ${name} has a wrong checksum.`);
  return manifest;
}

function parseManifest(name: string, bytes: Buffer): Manifest {
  if (name !== MANIFEST_ENTRY) throw new BackupError("The file is not an Akari backup.");
  const json = parseJson(bytes, name);
  const { format, version } = (json ?? {}) as Partial<Manifest>;
  if (format !== BACKUP_FORMAT) throw new BackupError("The file is not an Akari backup.");
  if (version !== BACKUP_VERSION)
    throw new BackupError(
      `The backup has format version ${String(version)}; this Akari reads version ${BACKUP_VERSION}.`,
    );
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw new BackupError("The backup's manifest is damaged.");
  return parsed.data;
}

function parseChecksums(bytes: Buffer): Record<string, string> {
  const parsed = checksumsSchema.safeParse(parseJson(bytes, CHECKSUMS_ENTRY));
  if (!parsed.success) throw new BackupError("The backup's checksums are damaged.");
  return parsed.data;
}

function parseJson(bytes: Buffer, name: string): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new BackupError(`The backup is damaged: ${name} is not JSON.`, { cause });
  }
}

/** Whether it is Node's own error, of a disk that fails. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && "code" in error && "syscall" in error;
}

/** Opens a file. Throws `BackupError` when it is missing, a folder, or may not be read. */
async function openFile(path: string): Promise<FileHandle> {
  try {
    return (await openRegularFile(await realpath(path))).handle;
  } catch (cause) {
    throw new BackupError(`${path} ${UNREADABLE[errorCode(cause)] ?? "is not a file."}`, { cause });
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "does not exist.",
  ENOTDIR: "does not exist.",
  EACCES: "may not be read by this account.",
};
