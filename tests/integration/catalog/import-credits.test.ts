import { beforeEach, describe, expect, it } from "vitest";
import {
  importCatalog,
  importCharacters,
  importStaff,
  importThemes,
} from "~/features/import/import-catalog.server";
import { FIRST_OWN_CREDIT_ID } from "~/features/credits/own-credit-id";
import type { Rejection } from "~/features/import/source-item";
import { mergeTitles } from "~/features/curation/merge-titles.server";
import { moveEntries } from "~/features/watch-list/tracking/move-entries.server";
import { buildUser } from "../../factories/user";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const { db, sql } = await testDatabase();

beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state, characters, people, users CASCADE`;
  await importCatalog(db, chunks([title(1), title(2)]));
});

const actor = (person_id: number, name: string, language = "Japanese") => ({
  person_id,
  name,
  language,
});
const spike = {
  mal_id: 1,
  character_id: 10,
  name: "Spiegel, Spike",
  role: "Main",
  favorites: 5,
  voice_actors: [actor(20, "Yamadera, Kouichi"), actor(21, "Blum, Steven", "English")],
};
const director = { mal_id: 1, person_id: 30, name: "Watanabe, Shinichirou", roles: ["Director"] };
const songs = { mal_id: 1, openings: ['1: "Tank!" by Seatbelts'], endings: ["One", "Two"] };

const voices = () => sql<{ person_id: number }[]>`SELECT person_id FROM voice_roles ORDER BY 1`;
const titlesOf = () => sql<{ kind: string; title: string }[]>`
  SELECT kind, title FROM theme_songs ORDER BY kind DESC, position`;
const version = () => sql`SELECT version FROM catalog_state`;

describe("importCharacters", () => {
  it("stores characters with their voice actors, and nothing the second time", async () => {
    expect(await importCharacters(db, chunks([spike]))).toMatchObject({ added: 1 });
    expect(await sql`SELECT id, name, favorites FROM characters`).toEqual([
      { id: 10, name: "Spike Spiegel", favorites: 5 },
    ]);
    expect(await sql`SELECT id, name, credits FROM people ORDER BY id`).toEqual([
      { id: 20, name: "Kouichi Yamadera", credits: 1 },
      { id: 21, name: "Steven Blum", credits: 1 },
    ]);
    const before = await version();
    expect(await importCharacters(db, chunks([spike]))).toEqual({
      added: 0,
      changed: 0,
      unchanged: 1,
      rejected: 0,
    });
    expect(await version()).toEqual(before);
  });

  it("replaces the voice actors that a row leaves out, unless it names none", async () => {
    await importCharacters(db, chunks([spike]));
    expect(await importCharacters(db, chunks([{ ...spike, voice_actors: [] }]))).toMatchObject({
      unchanged: 1,
    });
    expect(await voices()).toHaveLength(2);
    const changed = { ...spike, voice_actors: [actor(20, "Yamadera, Kouichi")] };
    expect(await importCharacters(db, chunks([changed]))).toMatchObject({ changed: 1 });
    expect(await voices()).toEqual([{ person_id: 20 }]);
    expect(await sql`SELECT credits FROM people WHERE id = 21`).toEqual([{ credits: 0 }]);
  });

  it("corrects a role and a name, and never clears an image", async () => {
    await importCharacters(db, chunks([{ ...spike, image: "https://images.test/s.jpg" }]));
    const counts = await importCharacters(
      db,
      chunks([{ ...spike, name: "Spike", role: "Supporting" }]),
    );
    expect(counts).toMatchObject({ changed: 1 });
    expect(await sql`SELECT c.name, c.image_url, role FROM characters c, anime_characters`).toEqual(
      [{ name: "Spike", image_url: "https://images.test/s.jpg", role: "Supporting" }],
    );
  });

  it("names each bad row and imports the others", async () => {
    const rejections: Rejection[] = [];
    const counts = await importCharacters(
      db,
      chunks([{ ...spike, role: "Extra" }, { ...spike, mal_id: 9 }, null, spike]),
      { onRejected: (rejection) => rejections.push(rejection) },
    );
    expect(counts).toEqual({ added: 1, changed: 0, unchanged: 0, rejected: 3 });
    expect(rejections.map(({ at, reason }) => [at["line"], reason])).toEqual([
      [1, "role must be Main or Supporting"],
      [3, "must be an object"],
      [2, "mal_id 9 is not in the catalog"],
    ]);
  });

  it("keeps the image of a row when a later one of the same chunk has none", async () => {
    const first = { ...spike, image: "https://images.test/s.jpg", name_japanese: "スパイク" };
    await importCharacters(db, chunks([first, { ...spike, mal_id: 2 }]));
    expect(await sql`SELECT image_url, name_japanese, favorites FROM characters`).toEqual([
      { image_url: "https://images.test/s.jpg", name_japanese: "スパイク", favorites: 5 },
    ]);
  });

  it("stores biographies, corrects them and never clears one", async () => {
    const about = (text: string | null) => ({
      ...spike,
      about: text,
      voice_actors: [{ ...actor(20, "Yamadera, Kouichi"), about: text }],
    });
    const stored = () => sql`
      SELECT c.about AS character, p.about AS person FROM characters c, people p`;
    await importCharacters(db, chunks([about("A hunter.")]));
    expect(await importCharacters(db, chunks([about(null)]))).toMatchObject({ unchanged: 1 });
    expect(await stored()).toEqual([{ character: "A hunter.", person: "A hunter." }]);
    expect(await importCharacters(db, chunks([about("A bounty hunter.")]))).toMatchObject({
      changed: 1,
    });
    expect(await stored()).toEqual([{ character: "A bounty hunter.", person: "A bounty hunter." }]);
    expect(await importCharacters(db, chunks([about("x".repeat(30_001))]))).toMatchObject({
      rejected: 1,
    });
  });

  it("takes a person who plays several characters of one title", async () => {
    const jet = { ...spike, character_id: 11, name: "Black, Jet" };
    expect(await importCharacters(db, chunks([spike, jet, spike]))).toEqual({
      added: 2,
      changed: 0,
      unchanged: 1,
      rejected: 0,
    });
    expect(await sql`SELECT credits FROM people WHERE id = 20`).toEqual([{ credits: 1 }]);
  });
});

describe("importStaff", () => {
  it("stores roles, replaces changed ones, and nothing the second time", async () => {
    expect(await importStaff(db, chunks([director]))).toMatchObject({ added: 1 });
    expect(await importStaff(db, chunks([director]))).toMatchObject({ unchanged: 1 });
    const more = { ...director, roles: ["Director", "Script"] };
    expect(await importStaff(db, chunks([more]))).toMatchObject({ changed: 1 });
    expect(await sql`SELECT roles FROM anime_staff`).toEqual([{ roles: ["Director", "Script"] }]);
  });

  it("rejects staff of unknown titles", async () => {
    expect(await importStaff(db, chunks([{ ...director, mal_id: 9 }]))).toMatchObject({
      rejected: 1,
    });
  });
});

describe("importThemes", () => {
  it("stores songs in order, and nothing the second time", async () => {
    expect(await importThemes(db, chunks([songs]))).toMatchObject({ added: 1 });
    expect(await importThemes(db, chunks([songs]))).toMatchObject({ unchanged: 1 });
    expect(await titlesOf()).toEqual([
      { kind: "opening", title: "Tank!" },
      { kind: "ending", title: "One" },
      { kind: "ending", title: "Two" },
    ]);
  });

  it("replaces the songs of the kinds that a row names", async () => {
    await importThemes(db, chunks([songs]));
    const counts = await importThemes(db, chunks([{ mal_id: 1, endings: ["Three"] }]));
    expect(counts).toMatchObject({ changed: 1 });
    expect(await titlesOf()).toEqual([
      { kind: "opening", title: "Tank!" },
      { kind: "ending", title: "Three" },
    ]);
  });

  it("stores nothing for a title without songs", async () => {
    expect(await importThemes(db, chunks([{ mal_id: 1 }]))).toMatchObject({ unchanged: 1 });
  });
});

describe("the credits of the starter catalog", () => {
  const own = FIRST_OWN_CREDIT_ID;
  const starter = { source: "starter" as const };
  const ownSpike = {
    ...spike,
    character_id: own,
    name: "Spike Spiegel",
    voice_actors: [actor(own, "Koichi Yamadera")],
  };

  it("leave titles that have credits of another source", async () => {
    await importCharacters(db, chunks([spike]));
    await importStaff(db, chunks([director]));
    await importThemes(db, chunks([songs]));
    await importCharacters(db, chunks([ownSpike]), starter);
    await importStaff(db, chunks([{ ...director, person_id: own }]), starter);
    await importThemes(db, chunks([{ mal_id: 1, openings: ["Other"] }]), starter);
    expect(await sql`SELECT id FROM characters`).toEqual([{ id: 10 }]);
    expect(await sql`SELECT person_id FROM anime_staff`).toEqual([{ person_id: 30 }]);
    expect(await titlesOf()).toHaveLength(3);
  });

  it("give way to the same names, and users keep their favorites", async () => {
    await importCharacters(db, chunks([ownSpike]), starter);
    await importStaff(
      db,
      chunks([{ mal_id: 2, person_id: own, name: "Koichi Yamadera", roles: ["Director"] }]),
      starter,
    );
    const [user] = await sql<{ id: string }[]>`
      INSERT INTO users (email, email_key, user_name) VALUES (${buildUser().email}, 'k', 'K')
      RETURNING id`;
    const userId = user?.id ?? "";
    await sql`INSERT INTO favorite_characters (user_id, character_id) VALUES (${userId}, ${own})`;
    await sql`INSERT INTO favorite_people (user_id, person_id) VALUES (${userId}, ${own})`;
    await importCharacters(db, chunks([spike]));
    expect(await sql`SELECT character_id FROM favorite_characters`).toEqual([{ character_id: 10 }]);
    expect(await sql`SELECT person_id FROM favorite_people`).toEqual([{ person_id: 20 }]);
    expect(await sql`SELECT id FROM characters`).toEqual([{ id: 10 }]);
    expect(await voices()).toEqual([{ person_id: 20 }, { person_id: 21 }]);
    expect(await sql`SELECT anime_mal_id, person_id FROM anime_staff`).toEqual([
      { anime_mal_id: 2, person_id: 20 },
    ]);
  });

  it("are dropped where Jikan spells a name otherwise", async () => {
    await importCharacters(db, chunks([{ ...ownSpike, name: "Spike" }]), starter);
    await importCharacters(db, chunks([spike]), { source: "jikan" });
    expect(await sql`SELECT character_id FROM anime_characters`).toEqual([{ character_id: 10 }]);
  });
});

describe("merging titles", () => {
  it("keeps the credits of both", async () => {
    await importCharacters(db, chunks([spike, { ...spike, mal_id: 2, character_id: 11 }]));
    await importStaff(db, chunks([{ ...director, mal_id: 2 }]));
    await importThemes(
      db,
      chunks([
        { mal_id: 1, openings: ["One"] },
        { mal_id: 2, openings: ["Two"], endings: ["End"] },
      ]),
    );
    await mergeTitles(db, { from: 2, into: 1 }, moveEntries);
    expect(await sql`SELECT anime_mal_id, character_id FROM anime_characters ORDER BY 2`).toEqual([
      { anime_mal_id: 1, character_id: 10 },
      { anime_mal_id: 1, character_id: 11 },
    ]);
    expect(await voices()).toHaveLength(4);
    expect(await sql`SELECT anime_mal_id FROM anime_staff`).toEqual([{ anime_mal_id: 1 }]);
    expect(await titlesOf()).toEqual([
      { kind: "opening", title: "One" },
      { kind: "ending", title: "End" },
    ]);
    expect(await importStaff(db, chunks([{ ...director, mal_id: 2 }]))).toMatchObject({
      unchanged: 1,
    });
  });
});
