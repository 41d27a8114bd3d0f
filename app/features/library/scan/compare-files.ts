import { nameKey } from "~/media/files/name-key";

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

type Identity = (file: { path: string; fileId: string | null }) => string | null;

/**
 * Ways to identify a file, the strongest first. Hard links share an inode, so the name decides
 * between them.
 */
const IDENTITIES: readonly Identity[] = [
  ({ path, fileId }) => (fileId === null ? null : `${fileId}/${nameOf(path)}`),
  ({ fileId }) => fileId,
  ({ path }) => nameOf(path),
];

/**
 * A removed and a new file are the same when size and modification time agree and the inode or the
 * name does, or no other file has them. Takes linear time.
 */
export function compareFiles<File extends ScannedFile>(
  stored: ReadonlyMap<string, StoredFile>,
  scanned: ReadonlyMap<string, File>,
  isUnreadable: (path: string) => boolean,
): FileChanges<File> {
  const changes: FileChanges<File> = { added: [], changed: [], moved: [], returned: [], gone: [] };
  const added = new Set<File>();
  for (const file of scanned.values()) {
    const existing = stored.get(file.path);
    if (existing === undefined) added.add(file);
    else if (existing.size !== file.size || existing.modifiedAt !== file.modifiedAt.getTime())
      changes.changed.push({ id: existing.id, file });
    else if (existing.isMissing) changes.returned.push(existing.id);
  }
  const gone = new Set<StoredFile>();
  for (const file of stored.values())
    if (!scanned.has(file.path) && !isUnreadable(file.path)) gone.add(file);

  const move = (from: StoredFile, file: File) => {
    gone.delete(from);
    added.delete(file);
    changes.moved.push({ id: from.id, from: from.path, file });
  };
  const addedByContent = groupBy(added, contentKey);
  for (const identity of IDENTITIES) {
    const key = (file: File | StoredFile) => {
      const value = identity(file);
      return value === null ? null : `${contentKey(file)}:${value}`;
    };
    const candidates = groupBy([...gone].reverse(), key);
    for (const file of added) {
      const from = candidates.get(key(file) ?? "")?.pop();
      if (from !== undefined) move(from, file);
    }
  }
  const goneByContent = groupBy(gone, contentKey);
  for (const file of added) {
    const [from, ...others] = goneByContent.get(contentKey(file)) ?? [];
    const isOnly = others.length === 0 && addedByContent.get(contentKey(file))?.length === 1;
    if (from !== undefined && isOnly) move(from, file);
  }
  changes.added = [...added];
  changes.gone = [...gone].filter(({ isMissing }) => !isMissing);
  return changes;
}

function groupBy<Item>(
  items: Iterable<Item>,
  key: (item: Item) => string | null,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const value = key(item);
    if (value === null) continue;
    const group = groups.get(value);
    if (group === undefined) groups.set(value, [item]);
    else group.push(item);
  }
  return groups;
}

function contentKey({ size, modifiedAt }: ScannedFile | StoredFile): string {
  return `${size}:${Number(modifiedAt)}`;
}

function nameOf(path: string): string {
  return nameKey(path.slice(path.lastIndexOf("/") + 1));
}
