import { realpath } from "node:fs/promises";
import { normalize } from "node:path";
import { askDrive } from "~/media/files/ask-drive.server";
import { isInside } from "~/media/files/folder-paths.server";

/** The folders below which an owner may add media folders, as written and without links. */
export interface MediaRoots {
  written: readonly string[];
  resolved: readonly string[];
  /** The roots that this process cannot read. */
  unreadable: readonly string[];
}

/** Resolves links in the roots that the operator lists. */
export async function resolveRoots(roots: readonly string[]): Promise<MediaRoots> {
  const written = roots.map(withoutEnd);
  const paths = await Promise.all(
    written.map((root) => askDrive(`root ${root}`, () => realpath(root)).catch(() => null)),
  );
  return {
    written,
    resolved: paths.filter((path) => path !== null),
    unreadable: written.filter((_root, index) => paths[index] === null),
  };
}

/** Decides without looking at the disk, so that a refusal tells nothing about what is on it. */
export function isWrittenBelow({ written, resolved }: MediaRoots, path: string): boolean {
  const plain = withoutEnd(path);
  return [...written, ...resolved].some((root) => plain === root || isInside(root, plain));
}

/** Whether a path without links is a root or below one. */
export function isBelow({ resolved }: MediaRoots, path: string): boolean {
  return resolved.some((root) => path === root || isInside(root, path));
}

/** Resolves `.` and `..` by the text alone, and drops the separator at the end. */
function withoutEnd(path: string): string {
  const plain = normalize(path);
  return plain.length > 1 ? plain.replace(/[\\/]$/, "") : plain;
}
