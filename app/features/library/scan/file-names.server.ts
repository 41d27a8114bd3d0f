import { lstat, open, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import { mergeIds } from "~/features/library/names/ids";
import { parseMediaPath, type MediaPathName } from "~/features/library/names/media-path";
import { MAX_NFO_BYTES, parseNfo, type Nfo } from "~/features/library/names/nfo";
import { nameKey } from "~/media/files/name-key";

const MAX_CACHED_NFOS = 5_000;
const MAX_CACHED_FOLDERS = 100;

/** Parses paths relative to the folder `root`, together with the `.nfo` files beside and above. */
export function createFileNames(root: string): (path: string) => Promise<MediaPathName> {
  const nfos = new LRUCache<string, Promise<Nfo | null>>({ max: MAX_CACHED_NFOS });
  const nfoAt = (path: string): Promise<Nfo | null> => {
    const cached = nfos.get(path);
    if (cached !== undefined) return cached;
    const nfo = findNfo(path);
    nfos.set(path, nfo);
    return nfo;
  };
  const folders = new LRUCache<string, Promise<Map<string, string>>>({ max: MAX_CACHED_FOLDERS });
  const findNfo = async (path: string): Promise<Nfo | null> => {
    const folder = dirname(path);
    const listed = folders.get(folder) ?? listNfos(join(root, folder));
    folders.set(folder, listed);
    const name = (await listed).get(nameKey(basename(path)));
    return name === undefined ? null : readNfo(root, join(folder, name));
  };
  return async (path) => {
    const name = parseMediaPath(path, basename(root));
    const own = await nfoAt(path.replace(/\.[^./]+$/u, ".nfo"));
    if (own !== null) {
      addCommon(name, own);
      name.season ??= own.season;
      if (own.episode !== null) name.episode ??= { first: own.episode, last: own.episode };
    }
    for (const parent of parents(path))
      for (const file of ["tvshow.nfo", "movie.nfo"]) {
        const nfo = await nfoAt(parent + file);
        if (nfo === null) continue;
        addCommon(name, nfo);
        if (nfo.title !== null && !name.titles.includes(nfo.title)) name.titles.push(nfo.title);
      }
    return name;
  };
}

function addCommon(name: MediaPathName, { ids, year }: Nfo): void {
  name.ids = mergeIds(name.ids, ids);
  name.year ??= year;
}

/** Lists folders, the nearest first, each with its `/`; the last is the media folder itself. */
function parents(path: string): string[] {
  const found: string[] = [];
  for (let at = dirname(path); at !== "." && at !== "/"; at = dirname(at)) found.push(`${at}/`);
  return [...found, ""].slice(0, 4);
}

/** The names of a folder's `.nfo` files by what their variants have in common. */
async function listNfos(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder).catch(() => []);
  return new Map(
    names.filter((name) => /\.nfo$/iu.test(name)).map((name) => [nameKey(name), name]),
  );
}

async function readNfo(root: string, path: string): Promise<Nfo | null> {
  const file = join(root, ...path.split("/"));
  try {
    const stat = await lstat(file);
    if (!stat.isFile() || stat.size > MAX_NFO_BYTES || (await realpath(file)) !== file) return null;
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(stat.size), 0, stat.size, 0);
      return parseNfo(buffer.toString("utf8", 0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
