export interface StoredFile {
  id: number;
  path: string;
  size: number;
  modifiedAt: number;
  fileId: string | null;
  isMissing: boolean;
}

export interface ScannedFile {
  path: string;
  size: number;
  modifiedAt: Date;
  fileId: string;
}

export interface FileChanges<File extends ScannedFile> {
  added: File[];
  changed: { id: number; file: File }[];
  moved: { id: number; from: string; file: File }[];
  returned: number[];
  gone: StoredFile[];
}

/**
 * A removed and a new file are the same when size and modification time agree and either the inode
 * does or no other file has them.
 */
export function compareFiles<File extends ScannedFile>(
  stored: ReadonlyMap<string, StoredFile>,
  scanned: ReadonlyMap<string, File>,
  isUnreadable: (path: string) => boolean,
): FileChanges<File> {
  const changes: FileChanges<File> = { added: [], changed: [], moved: [], returned: [], gone: [] };
  const added: File[] = [];
  for (const file of scanned.values()) {
    const known = stored.get(file.path);
    if (known === undefined) added.push(file);
    else if (known.size !== file.size || known.modifiedAt !== file.modifiedAt.getTime())
      changes.changed.push({ id: known.id, file });
    else if (known.isMissing) changes.returned.push(known.id);
  }
  const gone = new Set<StoredFile>();
  const lost = new Map<string, StoredFile[]>();
  for (const file of stored.values()) {
    if (scanned.has(file.path) || isUnreadable(file.path)) continue;
    gone.add(file);
    const key = `${file.size}:${file.modifiedAt}`;
    const others = lost.get(key);
    if (others === undefined) lost.set(key, [file]);
    else others.push(file);
  }
  const alike = new Map<string, number>();
  for (const file of added) {
    const key = contentKey(file);
    alike.set(key, (alike.get(key) ?? 0) + 1);
  }
  for (const file of added) {
    const key = contentKey(file);
    const candidates = (lost.get(key) ?? []).filter((other) => gone.has(other));
    const same =
      candidates.find((other) => other.fileId === file.fileId) ??
      candidates.find((other) => nameOf(other.path) === nameOf(file.path)) ??
      (candidates.length === 1 && alike.get(key) === 1 ? candidates[0] : undefined);
    if (same === undefined) changes.added.push(file);
    else {
      gone.delete(same);
      changes.moved.push({ id: same.id, from: same.path, file });
    }
  }
  changes.gone = [...gone].filter(({ isMissing }) => !isMissing);
  return changes;
}

function contentKey({ size, modifiedAt }: ScannedFile): string {
  return `${size}:${modifiedAt.getTime()}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
