import { beforeAll, describe, expect, it } from "vitest";
import { getFranchise } from "~/features/franchise/get-franchise.server";
import { importRelations } from "~/features/import/import-catalog.server";
import { readNdjsonFile } from "~/features/import/ndjson-file.server";
import { presentFranchise } from "~/pages/franchise/present-franchise.server";
import { testDatabase } from "../support/database/test-database";
import { dataPath, hasData } from "./data";
import { CATALOG_TEMPLATE } from "./support/setup";

const ATTACK_ON_TITAN = 16498;
const FINAL_CHAPTERS = 51535;

describe.skipIf(!hasData)("franchises of the full catalog", async () => {
  const { db } = await testDatabase({ template: CATALOG_TEMPLATE });
  beforeAll(async () => {
    await importRelations(db, readNdjsonFile(dataPath("relations.ndjson.gz")));
  });

  const read = (id: number) => getFranchise(db, { id, parentalControl: true });
  async function roleOf(id: number) {
    const { members } = await read(id);
    return members.find(({ anime }) => anime.mal_id === id)?.role;
  }
  async function pageOf(seen: Parameters<typeof presentFranchise>[1]["seen"]) {
    return presentFranchise(await read(ATTACK_ON_TITAN), {
      language: "romaji",
      order: "release",
      seen,
    });
  }

  it("have compilations, picture dramas and songs as optional, and their finale not", async () => {
    const { rows } = await pageOf(null);
    const optional = rows.filter((row) => row.optional).map(({ card }) => card.id);
    expect(optional).toEqual([19391, 23775, 23777, 36702, 54468, 39477, 42091, 49627]);
    expect(rows.at(-1)).toMatchObject({ card: { id: FINAL_CHAPTERS }, role: "main" });
  });

  it("lead on to what is begun, and count the same in the head and in the progress", async () => {
    const seen = new Map([
      [ATTACK_ON_TITAN, { state: "completed", episodesSeen: 25, next: null }],
      [FINAL_CHAPTERS, { state: "paused", episodesSeen: 1, next: 2 }],
      // A compilation counts nowhere.
      [23775, { state: "completed", episodesSeen: 1, next: null }],
    ]);
    const { progress, titles, episodes, optional } = await pageOf(seen);
    expect({ titles, optional }).toEqual({ titles: 12, optional: 8 });
    expect(progress).toEqual({ seen: 26, episodes, next: { id: FINAL_CHAPTERS, episode: 2 } });
  });

  it.each([
    [35466, "ReLIFE: Kanketsu-hen"],
    [38249, "Saiki Kusuo no Ψ-nan: Kanketsu-hen"],
    [48614, "Wonder Egg Priority: Watashi no Priority"],
    [15689, "Nekomonogatari: Kuro"],
    [61903, "Kaguya-sama wa Kokurasetai: Otona e no Kaidan"],
  ])("count the special %i (%s) to the story", async (id) => {
    expect(await roleOf(id)).toBe("main");
  });

  it.each([
    [7017, "K-On!: Ura-On!"],
    [16099, "Sword Art Online: Sword Art Offline"],
    [33142, "Re:Zero kara Hajimeru Break Time"],
    [6291, "Full Metal Panic! The Second Raid Episode 00"],
  ])("leave the special %i (%s) beside it", async (id) => {
    expect(await roleOf(id)).toBe("special");
  });

  it.each([
    [59654, "Jujutsu Kaisen: Kaigyoku/Gyokusetsu"],
    [1969, "Kidou Senshi Z Gundam III"],
    [9166, "Attack No.1: Namida no Sekai Senshuken"],
    [48624, "Re:cycle of the Penguindrum"],
  ])("take the compilation %i (%s) for a recap", async (id) => {
    expect(await roleOf(id)).toBe("recap");
  });
});
