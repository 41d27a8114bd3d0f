import { listPlaylistUrls } from "~/media/video/rewrite-playlist";
import type { Database } from "~db/client.server";
import { decodeSegments } from "./media-file-location";
import { openMediaFile, type MediaFile } from "./media-file.server";

/** The host of the URLs by which references between files are compared; it is never requested. */
const BASE = "https://files.invalid/";
/** The video proxy accepts playlists of the same size. */
const MAX_PLAYLIST_BYTES = 5 * 1024 * 1024;
/** Renditions, audio and subtitle tracks of one multivariant playlist. */
const MAX_PLAYLISTS = 64;

/**
 * Opens the playlist itself, or a file beside or below it that it refers to, directly or through
 * one of its media playlists. `resource` is relative to the playlist's folder. Returns null for
 * every other file, so that a stream's signature opens nothing else in its folder. The caller
 * closes the handle.
 */
export async function openStreamFile(
  db: Database,
  folder: string,
  playlist: readonly string[],
  resource: readonly string[],
): Promise<MediaFile | null> {
  const path = [...playlist.slice(0, -1), ...resource];
  const wanted = path.join("/");
  const isPart = wanted === playlist.join("/") || (await refersTo(db, folder, playlist, wanted));
  return isPart ? openMediaFile(db, folder, path) : null;
}

async function refersTo(
  db: Database,
  folder: string,
  playlist: readonly string[],
  wanted: string,
): Promise<boolean> {
  const references = await readReferences(db, folder, playlist);
  if (references.has(wanted)) return true;
  const playlists = [...references].filter((path) => /\.m3u8$/i.test(path));
  for (const path of playlists.slice(0, MAX_PLAYLISTS))
    if ((await readReferences(db, folder, path.split("/"))).has(wanted)) return true;
  return false;
}

/** Paths in the media folder; empty for a playlist that is missing or too large. */
async function readReferences(
  db: Database,
  folder: string,
  playlist: readonly string[],
): Promise<ReadonlySet<string>> {
  const file = await openMediaFile(db, folder, playlist);
  if (file === null) return new Set();
  try {
    if (file.size > MAX_PLAYLIST_BYTES) return new Set();
    // Latin1 keeps the bytes of any encoding, as the rewriter expects.
    const text = await file.handle.readFile("latin1");
    const url = new URL(BASE + playlist.map(encodeURIComponent).join("/"));
    return new Set(listPlaylistUrls(text, url).flatMap((reference) => toPath(reference) ?? []));
  } finally {
    await file.handle.close();
  }
}

function toPath(url: string): string | null {
  if (!url.startsWith(BASE)) return null;
  return decodeSegments(new URL(url).pathname.slice(1))?.join("/") ?? null;
}
