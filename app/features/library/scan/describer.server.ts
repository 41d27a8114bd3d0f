import { setImmediate } from "node:timers/promises";
import { and, eq, inArray } from "drizzle-orm";
import { fileGroupKey } from "~/features/library/matching/file-group";
import type { MediaMatch } from "~/features/library/matching/match-ids";
import { matchMedia } from "~/features/library/matching/match-media";
import type { TitleSource } from "~/features/library/matching/title-facts";
import type { MediaPathName } from "~/features/library/names/media-path";
import type { Database } from "~db/client.server";
import { mediaDecisions } from "~db/schema";
import { decideFile, type GroupDecision } from "./decide-file";
import type { DescribedFile } from "./write-files.server";

interface DescriberOptions {
  db: Database;
  /** The media folder's name. */
  folder: string;
  titles: TitleSource;
  signal: AbortSignal | undefined;
  nameOf: (path: string) => Promise<MediaPathName>;
}

const MAX_CACHED_MATCHES = 2_000;

/** Describes files by their paths: their groups, and their matches or what is decided of these. */
export function createDescriber({ db, folder, titles, signal, nameOf }: DescriberOptions) {
  const matchesOf = createMatcher(titles);
  return async (paths: readonly string[]): Promise<Map<string, DescribedFile>> => {
    const names = new Map<string, MediaPathName>();
    for (const path of paths) names.set(path, await nameOf(path));
    const keys = new Map([...names].map(([path, name]) => [path, fileGroupKey(path, name)]));
    const decided = await decisionsOf(db, folder, [...keys.values()]);
    const described = new Map<string, DescribedFile>();
    for (const [path, name] of names) {
      // Matching from caches alone would keep requests waiting.
      await setImmediate();
      signal?.throwIfAborted();
      const groupKey = keys.get(path) ?? "";
      const group = decided.get(groupKey);
      described.set(path, {
        groupKey,
        parsedTitle: clip(name.titles[0] ?? "", 500),
        releaseGroup: name.group === null ? null : clip(name.group, 100),
        version: name.version,
        kind: name.kind === "ova" ? "special" : name.kind,
        ...decideFile(name, group === undefined ? await matchesOf(name) : [], group),
      });
    }
    return described;
  };
}

/** Matches files of equal names once. */
function createMatcher(titles: TitleSource): (name: MediaPathName) => Promise<MediaMatch[]> {
  const matches = new Map<string, Promise<MediaMatch[]>>();
  return (name) => {
    const key = JSON.stringify({ ...name, group: null, version: 1 });
    let found = matches.get(key);
    if (found === undefined) {
      if (matches.size > MAX_CACHED_MATCHES) matches.clear();
      found = name.kind === "extra" ? Promise.resolve([]) : matchMedia(titles, name);
      matches.set(key, found);
    }
    return found;
  };
}

async function decisionsOf(
  db: Database,
  folder: string,
  keys: readonly string[],
): Promise<Map<string, GroupDecision>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select()
    .from(mediaDecisions)
    .where(
      and(eq(mediaDecisions.folder, folder), inArray(mediaDecisions.groupKey, [...new Set(keys)])),
    );
  return new Map(rows.map((row) => [row.groupKey, row]));
}

/**
 * Cuts a text, but leaves no half of a character at its end, which JSON for the database must not
 * have.
 */
function clip(text: string, max: number): string {
  return text.slice(0, max).replace(/\p{Surrogate}/gu, "");
}
