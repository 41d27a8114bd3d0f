import type { Dirent } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import {
  describeFailure,
  findFolder,
  findRefusal,
  invalidFolder,
  listRegistered,
} from "./find-folder.server";
import { isBelow, resolveRoots } from "./media-roots.server";
import type { ErrorMessage } from "~/i18n/error-message";
import { askDrive } from "~/media/files/ask-drive.server";
import { isInside } from "~/media/files/folder-paths.server";
import type { Database } from "~db/client.server";
import { isVideoName } from "~/media/files/video-name";

/** The most folders that a page lists. */
export const MAX_LISTED = 500;
/** Before a place is opened, it shows the first of its folders. */
const MAX_OF_PLACE = 12;

const ORDER = new Intl.Collator("en", { numeric: true });

/** Folders that systems and NAS boxes make for themselves. */
const OWN_OF_SYSTEM = /^(?:[.@#$]|lost\+found$|System Volume Information$)/u;
/** What is in a name that is no text, or that breaks a line. */
const UNUSABLE = /[\p{Cc}\ufffd]/u;
/** Folders in which systems mount drives and operators keep files (hier(7)). */
const USUAL_PLACES = ["media", "mnt", "srv", "run/media", "Volumes"].map((name) => `/${name}`);
/** Mounted files and folders that belong to the system or a container. */
const SYSTEM_MOUNTS = /^\/(?:$|(?:boot|dev|etc|proc|run|snap|sys|tmp|usr|var)(?:\/|$))/u;
/** Devices of disks, network shares and pools; the others are the kernel's. */
const DRIVE = /^(?:\/dev\/|\/\/|[^/]+:)|^(?:zfs|fuse\.|9p|virtiofs)/u;

export interface ListedFolder {
  name: string;
  path: string;
}

/** A folder at which one begins to look, with the first folders in it. */
export interface Place extends ListedFolder {
  folders: ListedFolder[];
}

export interface Places {
  places: Place[];
  /** The roots that the server cannot read. */
  unreadable: readonly string[];
}

export interface FolderListing {
  path: string;
  /** The folder above; null where one may go no further up. */
  parent: string | null;
  folders: ListedFolder[];
  /** Whether there are more than `MAX_LISTED`. */
  isCut: boolean;
  /** Video files directly in the folder. */
  videos: number;
  /** Says why it cannot be a media folder; null if it can. */
  refusal: ErrorMessage | null;
}

interface FolderRules {
  /** The folders at and below which others may be added; null for anywhere. */
  roots: readonly string[] | null;
  /** Folders of the site's own files, without links. */
  own: readonly string[];
}

/** Lists the folders in a folder. Throws `Invalid`, which names `folder`, where it cannot. */
export async function listFolder(
  db: Database,
  folder: string,
  { roots, own }: FolderRules,
): Promise<FolderListing> {
  const path = await findFolder(folder, roots);
  const { folders, videos } = await readEntries(path).catch((error: unknown) => {
    throw invalidFolder({ key: describeFailure(error), values: { folder: path } });
  });
  const above = dirname(path);
  return {
    path,
    parent: above !== path && (await isAllowed(above, roots)) ? above : null,
    folders: folders.slice(0, MAX_LISTED),
    isCut: folders.length > MAX_LISTED,
    videos,
    refusal: findRefusal(path, await listRegistered(db), own),
  };
}

async function readEntries(path: string): Promise<{ folders: ListedFolder[]; videos: number }> {
  const entries = await askDrive(`list ${path}`, () => readdir(path, { withFileTypes: true }));
  const usable = entries.filter(({ name }) => !OWN_OF_SYSTEM.test(name) && !UNUSABLE.test(name));
  const isFolder = await Promise.all(usable.map((entry) => leadsToFolder(path, entry)));
  return {
    folders: usable
      .filter((_entry, index) => isFolder[index])
      .map(({ name }) => ({ name, path: join(path, name) }))
      .sort((one, other) => ORDER.compare(one.name, other.name)),
    videos: usable.filter((entry) => entry.isFile() && isVideoName(entry.name)).length,
  };
}

/** Follows links, as `findFolder` does when one is chosen. */
async function leadsToFolder(folder: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  const target = await askDrive(`stat ${join(folder, entry.name)}`, () =>
    stat(join(folder, entry.name)),
  ).catch(() => null);
  return target?.isDirectory() ?? false;
}

async function isAllowed(path: string, roots: readonly string[] | null): Promise<boolean> {
  return roots === null || isBelow(await resolveRoots(roots), path);
}

/** The places that exist at which one begins to look for a folder, without those in `own`. */
export async function listPlaces({ roots, own }: FolderRules): Promise<Places> {
  if (roots !== null) {
    const { resolved, unreadable } = await resolveRoots(roots);
    return { places: await Promise.all([...new Set(resolved)].map(readPlace)), unreadable };
  }
  const table = await readFile("/proc/self/mounts", "utf8").catch(() => "");
  const isOwn = (path: string) => own.some((folder) => path === folder || isInside(folder, path));
  const usual = await Promise.all([...findHome(), ...USUAL_PLACES].map(findPlace));
  const found = usual.filter((place) => place !== null && !isOwn(place.path)) as Place[];
  // A drive is not looked at before it is chosen: it may hang.
  const drives = parseMounts(table)
    .filter((path) => !isOwn(path))
    .filter((path) => !found.some((place) => path === place.path || isInside(place.path, path)))
    .map((path) => ({ name: basename(path), path, folders: [] }));
  const byPath = new Map([...found, ...drives].map((place) => [place.path, place]));
  return { places: [...byPath.values()], unreadable: [] };
}

/** A service's user may have no home folder, not even by name. */
function findHome(): string[] {
  try {
    return [homedir()];
  } catch {
    return [];
  }
}

/** A place that has folders in it; null otherwise. */
async function findPlace(folder: string): Promise<Place | null> {
  const path = await askDrive(`root ${folder}`, () => realpath(folder)).catch(() => null);
  if (path === null || path === "/") return null;
  const place = await readPlace(path);
  return place.folders.length === 0 ? null : place;
}

async function readPlace(path: string): Promise<Place> {
  const { folders } = await readEntries(path).catch(() => ({ folders: [] }));
  return { name: basename(path), path, folders: folders.slice(0, MAX_OF_PLACE) };
}

/** Parses the mount points of drives from a table such as `/proc/self/mounts` (fstab(5)). */
export function parseMounts(table: string): string[] {
  return table
    .split("\n")
    .map((line) => line.split(" "))
    .flatMap(([device = "", point = "", type = ""]) =>
      DRIVE.test(device) || DRIVE.test(type) ? [unescapeMount(point)] : [],
    )
    .filter((path) => path.startsWith("/") && !SYSTEM_MOUNTS.test(path) && !UNUSABLE.test(path));
}

/** Spaces and other signs are octal numbers. */
const unescapeMount = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_sign, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 8)),
  );
