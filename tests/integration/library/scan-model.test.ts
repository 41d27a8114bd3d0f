import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { listAttachedFiles } from "~/features/library/list-files.server";
import { scanLibrary } from "~/features/library/scan-library.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { mediaFileUrl } from "~/media/files/media-file-url";
import {
  episodes,
  episodeSources,
  mediaFiles,
  mediaFolders,
  playbackPositions,
  users,
} from "~db/schema";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createMediaFolder, type MediaFolder } from "../../support/media/media-folder";
import { numRuns } from "../../support/runs";

const database = await testDatabase();
const { db } = database;
const ID = 930_001;
const PLACES = ["", "a/", "b/c/"];
const EPISODES = 4;
let folder: MediaFolder | null = null;

beforeAll(async () => {
  await addAnimes(db, { mal_id: ID, title: "Nami no Tegami", episodes: EPISODES });
  await indexForSearch(db);
  const numbers = Array.from({ length: EPISODES }, (_, index) => index + 1);
  await db
    .insert(episodes)
    .values(numbers.map((number) => ({ animeMalId: ID, number })))
    .onConflictDoNothing();
  const email = `${randomUUID()}@akari.test`;
  const [user] = await db
    .insert(users)
    .values({ email, emailKey: email, userName: "Faye" })
    .returning({ id: users.id });
  await db.insert(playbackPositions).values(
    numbers.map((number) => ({
      userId: user?.id ?? "",
      animeMalId: ID,
      number,
      positionSeconds: 60 * number,
    })),
  );
});
afterEach(async () => {
  await db.delete(mediaFolders);
  folder?.remove();
});

const path = (place: number, episode: number) =>
  `${PLACES[place] ?? ""}Nami no Tegami - 0${episode}.mkv`;

const place = fc.nat({ max: PLACES.length - 1 });
const episode = fc.integer({ min: 1, max: EPISODES });
const step = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), place, episode }),
  fc.record({ kind: fc.constant("replace" as const), place, episode }),
  fc.record({ kind: fc.constant("delete" as const), place, episode }),
  fc.record({
    kind: fc.constant("move" as const),
    place,
    episode,
    toPlace: place,
    toEpisode: episode,
  }),
  fc.record({ kind: fc.constant("swapFolders" as const) }),
  fc.record({ kind: fc.constantFrom("unmount" as const, "mount" as const, "scan" as const) }),
);

/** What the disk holds, by path. */
class Disk {
  readonly files = new Set<string>();
  isMounted = true;
  constructor(readonly folder: MediaFolder) {}

  apply(action: typeof step extends fc.Arbitrary<infer Step> ? Step : never): void {
    const at = (name: string) => join(this.folder.path, name);
    if (action.kind === "unmount" && this.isMounted) {
      renameSync(this.folder.path, `${this.folder.path}-away`);
      mkdirSync(this.folder.path);
      this.isMounted = false;
    } else if (action.kind === "mount" && !this.isMounted) {
      rmdirSync(this.folder.path);
      renameSync(`${this.folder.path}-away`, this.folder.path);
      this.isMounted = true;
    } else if (action.kind === "add" && this.isMounted) {
      this.folder.add(path(action.place, action.episode));
      this.files.add(path(action.place, action.episode));
    } else if (action.kind === "replace" && this.isMounted) {
      const name = path(action.place, action.episode);
      if (this.files.has(name)) this.folder.add(name, "h264-opus.mkv");
    } else if (action.kind === "swapFolders" && this.isMounted) {
      const [one, other] = [at("a"), at("b/c")];
      if (!existsSync(one) || !existsSync(other)) return;
      renameSync(one, at("swap"));
      renameSync(other, one);
      renameSync(at("swap"), other);
      const swapped = [...this.files].map((name) =>
        name.startsWith("a/")
          ? name.replace("a/", "b/c/")
          : name.startsWith("b/c/")
            ? name.replace("b/c/", "a/")
            : name,
      );
      this.files.clear();
      for (const name of swapped) this.files.add(name);
    } else if (action.kind === "delete" && this.isMounted) {
      const name = path(action.place, action.episode);
      if (this.files.delete(name)) unlinkSync(at(name));
    } else if (action.kind === "move" && this.isMounted) {
      const from = path(action.place, action.episode);
      const to = path(action.toPlace, action.toEpisode);
      if (!this.files.has(from) || from === to) return;
      mkdirSync(dirname(at(to)), { recursive: true });
      renameSync(at(from), at(to));
      this.files.delete(from);
      this.files.add(to);
    }
  }
}

describe("scans after any order of changes", () => {
  it("attach what the disk holds, and lose nothing while it is away", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        await db.delete(mediaFolders);
        folder?.remove();
        folder = createMediaFolder();
        const disk = new Disk(folder);
        await addMediaFolder(db, folder.path, "model");
        let count = 0;
        for (const action of [...steps, { kind: "mount" as const }, { kind: "scan" as const }]) {
          disk.apply(action);
          if (action.kind !== "scan") continue;
          const [result] = await scanLibrary(database, { names: ["model"] });
          const rows = await db.select().from(mediaFiles);
          const sources = await db.select().from(episodeSources);
          if (!disk.isMounted) {
            expect(rows).toHaveLength(count);
            continue;
          }
          // An empty folder looks unmounted once files are known.
          if (result?.problem !== null) {
            expect(disk.files.size).toBe(0);
            expect(rows).toHaveLength(count);
            continue;
          }
          count = rows.length;
          const positions = await db.select().from(playbackPositions);
          expect(positions.map((row) => row.positionSeconds).sort((a, b) => a - b)).toEqual([
            60, 120, 180, 240,
          ]);
          const present = rows.filter(({ status }) => status !== "missing");
          expect(present.map((row) => row.path).sort()).toEqual([...disk.files].sort());
          expect(present.every((row) => existsSync(join(disk.folder.path, row.path)))).toBe(true);
          expect(sources.map(({ url }) => url).sort()).toEqual(
            [...disk.files].map((name) => mediaFileUrl("model", name)).sort(),
          );
          for (const file of await listAttachedFiles(db, "model"))
            expect(file.path).toContain(`0${file.firstEpisode}.mkv`);
        }
      }),
      { numRuns: numRuns(25) },
    );
  });
});
