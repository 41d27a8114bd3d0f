import type { Dirent } from "node:fs";
import { lstat, opendir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { akariCommand } from "~/config/command";
import { errorCode } from "~/errors/error-code";
import type { ErrorMessage } from "~/i18n/error-message";
import { isInside } from "~/media/files/folder-paths.server";
import { isVideoName } from "~/media/files/video-name";

export interface FoundFile {
  path: string;
  size: number;
  modifiedAt: Date;
  fileId: string;
}

type PlainMessage = Extract<ErrorMessage, string>;

export type WalkEvent =
  | { kind: "file"; file: FoundFile }
  | { kind: "skipped"; path: string; reason: ErrorMessage }
  /** A subfolder without visible entries, as an unmounted disk leaves it. */
  | { kind: "empty"; path: string; device: number }
  /** A folder or a file that cannot be looked at; what was there is not gone. */
  | { kind: "unreadable"; path: string; reason: ErrorMessage };

const OTHER_VIDEO =
  /\.(?:wmv|flv|f4v|rmvb|rm|ogm|ogv|mpe?g|m2v|vob|iso|divx|3gp|asf|evo|bdmv|dv)$/iu;
const UNFINISHED =
  /\.(?:part|partial|crdownload|download|tmp|temp|!qb|!ut|bc!|aria2|filepart|unfinished)$/iu;
const PLAYLIST = /\.m3u8$/iu;
const MAX_DEPTH = 24;
/** Network shares take a round trip for each. */
const INSPECTED_AT_ONCE = 16;
/** Percent-encoded; longer ones fit into no URL, and their sources into no index. */
const MAX_PATH_LENGTH = 2_500;

/**
 * Yields every video file below a folder. Never follows symbolic links or enters hidden folders.
 * Throws when the folder itself cannot be listed.
 */
export async function* walkFolder(root: string, signal?: AbortSignal): AsyncGenerator<WalkEvent> {
  const pending: { path: string; depth: number }[] = [{ path: "", depth: 0 }];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    signal?.throwIfAborted();
    let entries: Dirent[];
    try {
      entries = await listFolder(join(root, folder.path));
    } catch (error) {
      if (folder.path === "") throw error;
      yield { kind: "unreadable", path: folder.path, reason: describeFailure(error) };
      continue;
    }
    if (folder.path !== "" && entries.every(({ name }) => name.startsWith("."))) {
      const stat = await lstat(join(root, folder.path)).catch(() => null);
      if (stat !== null) yield { kind: "empty", path: folder.path, device: stat.dev };
    }
    const isStream = entries.some(({ name }) => PLAYLIST.test(name));
    const others: { path: string; entry: Dirent }[] = [];
    for (const entry of entries) {
      const path = folder.path === "" ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.name.startsWith(".")) {
        if (entry.isDirectory() || isVideoName(entry.name))
          yield { kind: "skipped", path, reason: "scan.hidden" };
      } else if (entry.isDirectory()) {
        if (folder.depth < MAX_DEPTH) pending.push({ path, depth: folder.depth + 1 });
        else
          yield {
            kind: "skipped",
            path,
            reason: { key: "scan.tooDeep", values: { max: MAX_DEPTH } },
          };
      } else if (entry.isSymbolicLink()) {
        const reason = await describeLink(root, path);
        if (reason !== null) yield { kind: "skipped", path, reason };
      } else others.push({ path, entry });
    }
    for (let at = 0; at < others.length; at += INSPECTED_AT_ONCE) {
      const events = await Promise.all(
        others
          .slice(at, at + INSPECTED_AT_ONCE)
          .map(({ path, entry }) => inspectEntry(root, path, entry, isStream)),
      );
      for (const event of events) if (event !== null) yield event;
    }
  }
}

async function listFolder(path: string): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  for await (const entry of await opendir(path, { bufferSize: 256 })) entries.push(entry);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function inspectEntry(
  root: string,
  path: string,
  entry: Dirent,
  isStream: boolean,
): Promise<WalkEvent | null> {
  const skipped = (reason: ErrorMessage): WalkEvent => ({ kind: "skipped", path, reason });
  if (UNFINISHED.test(entry.name)) return skipped("scan.stillWritten");
  if (PLAYLIST.test(entry.name))
    return skipped({ key: "scan.playlist", values: { command: akariCommand("sources add") } });
  if (OTHER_VIDEO.test(entry.name)) {
    const extension = entry.name.slice(entry.name.lastIndexOf("."));
    return skipped({ key: "scan.otherFormat", values: { extension } });
  }
  // The segments of a playlist are no episodes.
  if (!isVideoName(entry.name) || (isStream && /\.(?:ts|mp4|m4s)$/iu.test(entry.name))) return null;
  if (!entry.isFile()) return skipped("scan.notRegular");
  if (/[\\\ufffd\n]/u.test(path)) return skipped("scan.nameCharacters");
  if (encodeURIComponent(path).length > MAX_PATH_LENGTH) return skipped("scan.pathTooLong");
  try {
    const stat = await lstat(join(root, path));
    if (!stat.isFile()) return skipped("scan.notRegular");
    if (stat.size === 0) return skipped("scan.empty");
    return {
      kind: "file",
      file: {
        path,
        size: stat.size,
        modifiedAt: new Date(Math.trunc(stat.mtimeMs)),
        fileId: `${stat.dev}:${stat.ino}`,
      },
    };
  } catch (error) {
    const reason = describeFailure(error);
    return { kind: reason === "scan.gone" ? "skipped" : "unreadable", path, reason };
  }
}

/** Returns null for links that would be ignored anyway. */
async function describeLink(root: string, path: string): Promise<PlainMessage | null> {
  const target = await realpath(join(root, path)).catch(() => null);
  if (target === null) return isVideoName(path) ? "scan.linkNowhere" : null;
  return target === root || isInside(root, target) ? "scan.linkInside" : "scan.linkOutside";
}

/** Why the disk did not let something be read. */
export function describeFailure(error: unknown): PlainMessage {
  switch (errorCode(error)) {
    case "EACCES":
    case "EPERM":
      return "scan.noPermission";
    case "ENOENT":
    case "ENOTDIR":
      return "scan.gone";
    case "EIO":
    case "ESTALE":
    case "EHOSTDOWN":
    case "ETIMEDOUT":
    case "ENOTCONN":
      return "scan.noResponse";
    default:
      return "scan.unreadable";
  }
}
