import { stat } from "node:fs/promises";
import { cacheKind, type KindCaches } from "~/caching/kind-caches";
import { visitLines } from "~/media/video/playlist-lines";
import { createPlaylistRewriter } from "~/media/video/rewrite-playlist";
import type { Database } from "~db/client.server";
import { decodeSegments } from "./media-file-location";
import { findFolderPath, locateUnder, openLocated, type MediaFile } from "./media-file.server";

/** The host of the URLs by which references between files are compared; it is never requested. */
const BASE = "https://files.invalid/";
/** The video proxy accepts playlists of the same size. */
const MAX_PLAYLIST_BYTES = 5 * 1024 * 1024;
/** Renditions, audio and subtitle tracks of one multivariant playlist. */
const MAX_PLAYLISTS = 64;

/** Paths in the media folder that a playlist refers to. */
interface References {
  paths: ReadonlySet<string>;
  /** The paths of its first media playlists. */
  playlists: ReadonlySet<string>;
}

const NONE: References = { paths: new Set(), playlists: new Set() };
const REFERENCES = cacheKind<References>("stream-files");

/**
 * Opens the playlist itself, or a file beside or below it that it refers to, directly or through
 * one of its media playlists. `resource` is relative to the playlist's folder. Returns null for
 * every other file, so that a stream's signature opens nothing else in its folder. The caller
 * closes the handle.
 */
export async function openStreamFile(
  { db, caches }: { db: Database; caches: KindCaches },
  folder: string,
  playlist: readonly string[],
  resource: readonly string[],
): Promise<MediaFile | null> {
  const root = await findFolderPath(db, folder);
  if (root === null) return null;
  const path = [...playlist.slice(0, -1), ...resource];
  const wanted = path.join("/");
  const isPart = wanted === playlist.join("/") || (await refersTo(caches, root, playlist, wanted));
  return isPart ? openLocated(await locateUnder(root, path)) : null;
}

async function refersTo(
  caches: KindCaches,
  root: string,
  playlist: readonly string[],
  wanted: string,
): Promise<boolean> {
  const { paths, playlists } = await getReferences(caches, root, playlist);
  if (paths.has(wanted)) return true;
  for (const path of playlists)
    if ((await getReferences(caches, root, path.split("/"))).paths.has(wanted)) return true;
  return false;
}

/** Reads a playlist again only when its file has changed. Empty when it is missing or too large. */
async function getReferences(
  caches: KindCaches,
  root: string,
  playlist: readonly string[],
): Promise<References> {
  const located = await locateUnder(root, playlist);
  const file = located === null ? null : await stat(located.path).catch(() => null);
  if (located === null || file === null || file.size > MAX_PLAYLIST_BYTES) return NONE;
  const key = [root, ...playlist, file.size, file.mtimeMs, file.ctimeMs].join("/");
  return caches.get(REFERENCES, key, async () => {
    const opened = await openLocated(located);
    if (opened === null) return NONE;
    try {
      // Latin1 keeps the bytes of any encoding, as the rewriter expects.
      return await listReferences(await opened.handle.readFile("latin1"), playlist);
    } finally {
      await opened.handle.close();
    }
  });
}

async function listReferences(text: string, playlist: readonly string[]): Promise<References> {
  const paths = new Set<string>();
  const playlists = new Set<string>();
  const rewriter = createPlaylistRewriter({
    url: new URL(BASE + playlist.map(encodeURIComponent).join("/")),
    grant(source) {
      const path = toPath(source);
      if (path !== null) paths.add(path);
      if (path !== null && playlists.size < MAX_PLAYLISTS && /\.m3u8$/i.test(path))
        playlists.add(path);
      return "";
    },
  });
  await visitLines(text, { line: (line) => void rewriter.line(line) });
  return { paths, playlists };
}

function toPath(url: string): string | null {
  if (!url.startsWith(BASE)) return null;
  return decodeSegments(new URL(url).pathname.slice(1))?.join("/") ?? null;
}
