import { beforeEach, describe, expect, it } from "vitest";
import { getFranchise, getFranchisePlace } from "~/features/franchise/get-franchise.server";
import {
  buildMissingFranchises,
  rebuildFranchises,
} from "~/features/franchise/rebuild-franchises.server";
import { moveInStory, resetStoryOrder } from "~/features/franchise/set-story-order.server";
import { importCatalog, importRelations } from "~/features/import/import-catalog.server";
import { addRelation } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const { db, sql } = await testDatabase();

beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state CASCADE`;
  await importCatalog(
    db,
    chunks([
      title(1, { type: "TV", popularity: 20, aired_from: "2006-04-01T00:00:00Z", episodes: 12 }),
      title(2, { type: "TV", popularity: 10, aired_from: "2010-04-01T00:00:00Z", episodes: 12 }),
      title(3, { type: "Movie", popularity: 30, aired_from: "2008-04-01T00:00:00Z", episodes: 1 }),
      title(4, { type: "OVA", popularity: 1, genres: ["Hentai"], episodes: 1 }),
      title(5, { type: "TV", popularity: 2 }),
    ]),
  );
});

const relation = (mal_id: number, name: string, related_mal_id: number) => ({
  mal_id,
  related_mal_id,
  relation: name,
});
const importRows = (...rows: object[]) => importRelations(db, chunks(rows));
const members = async (id: number, parentalControl = false) =>
  (await getFranchise(db, { id, parentalControl })).members.map(({ anime }) => anime.mal_id);
const version = async () =>
  (await sql<{ version: number }[]>`SELECT version::int FROM catalog_state`)[0]?.version;

describe("franchises", () => {
  it("follow an import of relations, and are the same from every member", async () => {
    await importRows(relation(1, "Sequel", 2), relation(3, "Parent Story", 2));
    for (const id of [1, 2, 3]) expect(await members(id)).toEqual([1, 2, 3]);
    const { main, members: all } = await getFranchise(db, { id: 3, parentalControl: true });
    expect(main.mal_id).toBe(2);
    expect(all.map(({ role }) => role)).toEqual(["main", "main", "side"]);
    await expect(members(5)).rejects.toMatchObject({ code: "not-found" });
    await expect(members(6)).rejects.toMatchObject({ code: "not-found" });
  });

  it("follow a title that is imported after its relations", async () => {
    await importRows(relation(1, "SEQUEL", 77), relation(2, "PREQUEL", 77));
    expect(await members(1)).toEqual([1, 2]);
    await importCatalog(db, chunks([title(77, { aired_from: "2007-01-01T00:00:00Z" })]));
    expect(await members(1)).toEqual([1, 77, 2]);
  });

  it("change nothing and announce nothing when nothing differs", async () => {
    await importRows(relation(1, "SEQUEL", 2));
    const before = await version();
    expect(await rebuildFranchises(db)).toBe(false);
    expect(await version()).toBe(before);
  });

  it("are built at the start of a version that brings them", async () => {
    await addRelation(db, 1, "SEQUEL", 2);
    expect(await buildMissingFranchises(db)).toBe(true);
    expect(await members(2)).toEqual([1, 2]);
    expect(await buildMissingFranchises(db)).toBe(false);
  });

  it("name and count no title that parental control hides", async () => {
    await importRows(relation(1, "SEQUEL", 4), relation(4, "SEQUEL", 2));
    expect(await members(1)).toEqual([1, 4, 2]);
    expect(await members(1, true)).toEqual([1, 2]);
    expect((await getFranchise(db, { id: 1, parentalControl: false })).main.mal_id).toBe(4);
    expect((await getFranchise(db, { id: 1, parentalControl: true })).main.mal_id).toBe(2);
    await expect(members(4, true)).rejects.toMatchObject({ code: "forbidden" });
    const place = (id: number, parentalControl: boolean) =>
      getFranchisePlace(db, { id, parentalControl });
    expect(await place(2, false)).toEqual({ position: 3, total: 3 });
    expect(await place(2, true)).toEqual({ position: 2, total: 2 });
    expect(await place(5, true)).toBeNull();
  });

  it("have no place for a title whose others are all hidden", async () => {
    await importRows(relation(5, "SEQUEL", 4));
    expect(await getFranchisePlace(db, { id: 5, parentalControl: true })).toBeNull();
    await expect(members(5, true)).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("an owner's order of the story", () => {
  beforeEach(() => importRows(relation(1, "SEQUEL", 2), relation(2, "SIDE_STORY", 3)));

  it("moves a title, survives imports and can be taken back", async () => {
    await moveInStory(db, 3, -1);
    expect(await members(1)).toEqual([1, 3, 2]);
    expect((await getFranchise(db, { id: 1, parentalControl: true })).isCorrected).toBe(true);
    await importRows(relation(2, "SEQUEL", 5));
    expect(await members(1)).toEqual([1, 3, 2, 5]);
    await resetStoryOrder(db, 1);
    expect(await members(1)).toEqual([1, 2, 3, 5]);
    expect((await getFranchise(db, { id: 1, parentalControl: true })).isCorrected).toBe(false);
  });

  it("ends at the first and last place", async () => {
    await moveInStory(db, 1, -1);
    await moveInStory(db, 3, 1);
    expect(await members(1)).toEqual([1, 2, 3]);
    await expect(moveInStory(db, 5, 1)).rejects.toMatchObject({ code: "not-found" });
  });

  it("is whole when two owners move titles at once", async () => {
    await Promise.all([moveInStory(db, 3, -1), moveInStory(db, 1, 1), moveInStory(db, 2, 1)]);
    expect((await members(1)).sort()).toEqual([1, 2, 3]);
    const positions = await sql`SELECT position FROM franchise_members ORDER BY 1`;
    expect(positions.map(({ position }) => position as number)).toEqual([1, 2, 3]);
  });
});
