import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setTitleWithdrawn } from "~/features/curation/withdraw-title.server";
import { MAX_FAVORITES } from "~/features/credits/favorites.server";
import { loader as anime } from "~/routes/catalog/anime";
import { action as favorCharacter, loader as character } from "~/routes/catalog/character";
import { loader as credits } from "~/routes/catalog/credits";
import { action as favorPerson, loader as person } from "~/routes/catalog/person";
import { action as favorStudio, loader as studio } from "~/routes/catalog/studio";
import { loader as profile } from "~/routes/account/profile";
import { loader as publicProfile } from "~/routes/account/public-profile";
import { addAnimes } from "../../factories/anime";
import { addCredits, characterRow, staffRow, voiceActor } from "../../factories/credits";
import { testDatabase } from "../../support/database/test-database";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db, sql } = database;
const callPage = createPageCaller(database);
let user: SignedInClient;

beforeAll(async () => {
  await addAnimes(
    db,
    { mal_id: 1, title: "Lantern Road", year: 2001, popularity: 1, studios: ["Lantern Works"] },
    { mal_id: 2, title: "Lantern Bridge", year: 2005, popularity: 2, studios: ["Lantern Works"] },
    { mal_id: 3, title: "Velvet Night", year: 2003, genres: ["Hentai"], studios: ["Velvet"] },
    { mal_id: 4, title: "Hidden Hill", year: 2004, studios: ["Hill House"] },
  );
  const mika = voiceActor(51, { name: "Mori, Mika", name_japanese: "森 美香" });
  await addCredits(db, {
    characters: [
      characterRow(1, 10, {
        name: "Fujino, Aya",
        name_japanese: "藤野 綾",
        image: "https://images.test/aya.jpg",
        voice_actors: [mika, voiceActor(52, { name: "Smith, Ann", language: "English" })],
      }),
      characterRow(2, 10, {
        name: "Fujino, Aya",
        role: "Supporting",
        voice_actors: [mika],
      }),
      ...Array.from({ length: 70 }, (_, index) =>
        characterRow(1, 100 + index, { role: "Supporting", favorites: 70 - index }),
      ),
      characterRow(3, 30, { name: "Velvet Girl", voice_actors: [mika, voiceActor(53)] }),
      characterRow(4, 40, { voice_actors: [voiceActor(54)] }),
    ],
    staff: [
      staffRow(1, 60, { name: "Sato, Jun", roles: ["Director", "Storyboard"] }),
      staffRow(2, 51, { name: "Mori, Mika", roles: ["Theme Song Performance"] }),
      staffRow(3, 61),
    ],
    themes: [{ mal_id: 1, openings: ['1: "Light" by Rin (eps 1-12)'], endings: ["Night"] }],
  });
  await setTitleWithdrawn(db, 4, true);
});
beforeEach(async () => {
  parentalControl = true;
  user = await createSignedInClient(database);
});

/** What the root middleware reads from the session. */
let parentalControl = true;
const visitor = () => ({ visitor: { parentalControl } });
const init = (client?: SignedInClient) => ({
  ...visitor(),
  ...(client === undefined ? {} : { init: { headers: { cookie: client.cookie } } }),
});
const openCharacter = (id: number, slug: string, query = "", client?: SignedInClient) =>
  callPage(character, `/character/${id}/${slug}${query}`, {
    params: { id: String(id), slug },
    ...init(client),
  });
const openPerson = (id: number, slug: string, query = "", client?: SignedInClient) =>
  callPage(person, `/person/${id}/${slug}${query}`, {
    params: { id: String(id), slug },
    ...init(client),
  });
const openTitle = (query = "") =>
  callPage(anime, `/anime/1/lantern-road${query}`, { params: { id: "1", slug: "lantern-road" } });
const openCredits = (query = "") =>
  callPage(credits, `/credits/1/lantern-road${query}`, {
    params: { id: "1", slug: "lantern-road" },
  });
const statusOf = async (work: Promise<unknown>) => (await catchPageError(work)).status;
const setControl = async (isOn: boolean) => {
  parentalControl = isOn;
  await user.send("POST", "/api/saveUserPreferences", { parentalControl: isOn });
};

describe("the page of a title", () => {
  it("has the main characters with Japanese voice actors, key staff and songs", async () => {
    const { credits: shown } = await openTitle();
    expect(shown).toMatchObject({
      path: "/credits/1/lantern-road",
      castTotal: 71,
      staffTotal: 1,
      language: "Japanese",
      songs: [
        { kind: "opening", title: "Light", artist: "Rin", episodes: "1-12" },
        { kind: "ending", title: "Night", artist: null, episodes: null },
      ],
    });
    expect(shown?.cast).toHaveLength(12);
    expect(shown?.cast[0]).toMatchObject({
      role: "Main",
      character: { path: "/character/10/aya-fujino", image: "https://images.test/aya.jpg" },
      actors: [{ path: "/person/51/mika-mori", name: { text: "Mika Mori" } }],
    });
    expect(shown?.staff.map(({ role }) => role)).toEqual(["Director"]);
    expect(shown?.languages).toEqual(expect.arrayContaining(["Japanese", "English"]));
  });

  it("has voice actors of another language on request, and Japanese for an unknown one", async () => {
    const actor = async (query: string) =>
      (await openTitle(query)).credits?.cast[0]?.actors.map(({ name }) => name.text);
    expect(await actor("?voices=English")).toEqual(["Ann Smith"]);
    expect(await actor("?voices=Klingon")).toEqual(["Mika Mori"]);
  });
});

describe("the page of a cast", () => {
  it("has everyone, 60 characters a page, and the staff by role", async () => {
    expect((await openCredits()).cast).toHaveLength(60);
    expect((await openCredits("?page=2")).cast).toHaveLength(11);
    const { show, staff } = await openCredits("?show=staff");
    expect(show).toBe("staff");
    expect(staff.map(({ role }) => role)).toEqual(["Director", "Storyboard"]);
  });

  it("is the title's: its slug, and 403 and 404 where that has them", async () => {
    const open = (id: string, slug?: string) =>
      callPage(credits, `/credits/${id}`, { params: { id, ...(slug && { slug }) } });
    await expect(open("1", "other")).rejects.toMatchObject({ status: 302 });
    expect(await statusOf(open("3", "velvet-night"))).toBe(403);
    for (const id of ["4", "99", "x"]) expect(await statusOf(open(id))).toBe(404);
  });
});

describe("the page of a character", () => {
  it("has titles by year with the role, and voice actors of a language", async () => {
    const page = await openCharacter(10, "aya-fujino");
    expect(page.rows.map(({ card, year, role }) => [card.id, year, role])).toEqual([
      [2, 2005, "Supporting"],
      [1, 2001, "Main"],
    ]);
    expect(page).toMatchObject({ otherName: "藤野 綾", languages: ["Japanese", "English"] });
    expect(page.actors.map(({ id, titles }) => [id, titles])).toEqual([[51, 2]]);
    const english = await openCharacter(10, "aya-fujino", "?voices=English");
    expect(english.actors.map(({ id }) => id)).toEqual([52]);
  });

  it("redirects to the name's slug, and is 404 for unknown, mature and hidden ones", async () => {
    await expect(openCharacter(10, "other", "?voices=English")).rejects.toMatchObject({
      status: 302,
    });
    for (const id of [30, 40, 999]) expect(await statusOf(openCharacter(id, "x"))).toBe(404);
    await setControl(false);
    expect(await openCharacter(30, "velvet-girl", "", user)).toMatchObject({ total: 1 });
    expect(await statusOf(openCharacter(40, "character-40", "", user))).toBe(404);
  });
});

describe("the page of a person", () => {
  it("has the filmography by year, with the user's list", async () => {
    await user.send("POST", "/api/user/watchList", { animeId: 1, type: "Completed" });
    const page = await openPerson(51, "mika-mori", "", user);
    expect(
      page.rows.map(({ card, characters, staffRoles }) => [
        card.id,
        characters.map(({ id }) => id),
        staffRoles,
      ]),
    ).toEqual([
      [2, [10], ["Theme Song Performance"]],
      [1, [10], []],
    ]);
    expect(page.listStates[1]).toMatchObject({ state: "completed" });
    expect(page.choices.kinds).toEqual(["main", "supporting", "staff"]);
  });

  it("filters by role and language, and ignores unknown values", async () => {
    const ids = async (query: string) =>
      (await openPerson(51, "mika-mori", query)).rows.map(({ card }) => card.id);
    expect(await ids("?role=main")).toEqual([1]);
    expect(await ids("?role=staff")).toEqual([2]);
    expect(await ids("?language=Japanese&role=supporting")).toEqual([2]);
    expect(await ids("?role=extra&language=Klingon&page=99999999")).toEqual([2, 1]);
  });

  it("leaves out mature titles, and is 404 for people known from them only", async () => {
    expect((await openPerson(51, "mika-mori")).total).toBe(2);
    for (const id of [53, 54, 61, 999]) expect(await statusOf(openPerson(id, "x"))).toBe(404);
    await setControl(false);
    expect((await openPerson(51, "mika-mori", "", user)).total).toBe(3);
    expect((await openPerson(53, "person-53", "", user)).total).toBe(1);
  });
});

describe("favorites", () => {
  const favor = (
    page: "character" | "person",
    id: number,
    favorite: string,
    client: SignedInClient | null = user,
  ) =>
    callPage(page === "character" ? favorCharacter : favorPerson, `/${page}/${id}/x?role=main`, {
      ...visitor(),
      params: { id: String(id), slug: "x" },
      init: {
        method: "POST",
        ...(client === null ? {} : { headers: { cookie: client.cookie } }),
        body: new URLSearchParams({ favorite }),
      },
    });
  const favorStudioNamed = (name: string, favorite: string) =>
    callPage(favorStudio, `/studio/${name}`, {
      params: { name },
      init: {
        method: "POST",
        headers: { cookie: user.cookie },
        body: new URLSearchParams({ favorite }),
      },
    });
  const own = async () => {
    const page = await callPage(profile, "/profile", init(user));
    return {
      characters: page.characters.map(({ id }) => id),
      people: page.people.map(({ id }) => id),
      studios: page.user.favoriteStudios,
    };
  };

  it("are added and removed by forms, and shown on the profile", async () => {
    expect(await favor("character", 10, "add")).toMatchObject({ status: 303 });
    await favor("character", 10, "add");
    await favor("person", 51, "add");
    await favorStudioNamed("lantern_works", "add");
    expect(await own()).toEqual({ characters: [10], people: [51], studios: ["Lantern Works"] });
    expect((await openCharacter(10, "aya-fujino", "", user)).isFavorite).toBe(true);
    const page = await callPage(studio, "/studio/Lantern Works", {
      params: { name: "Lantern Works" },
      ...init(user),
    });
    expect(page.isFavorite).toBe(true);
    await favor("character", 10, "remove");
    await favor("character", 10, "remove");
    await favor("person", 51, "remove");
    await favorStudioNamed("Lantern Works", "remove");
    expect(await own()).toEqual({ characters: [], people: [], studios: [] });
    expect((await openPerson(51, "mika-mori", "", user)).isFavorite).toBe(false);
    expect((await openPerson(51, "mika-mori")).isFavorite).toBeNull();
  });

  it.each(["add", "remove"])("%s no studio with NUL in its name", async (favorite) => {
    expect(await catchPageError(favorStudioNamed("Lantern\0Works", favorite))).toMatchObject({
      status: 400,
      data: { issues: [{ path: "name", message: "name can’t contain a NUL character." }] },
    });
  });

  it("need a session, and refuse what the viewer may not see and unknown choices", async () => {
    await expect(favor("character", 10, "add", null)).rejects.toMatchObject({ status: 302 });
    for (const id of [30, 40, 999]) expect(await statusOf(favor("character", id, "add"))).toBe(404);
    for (const id of [53, 54, 999]) expect(await statusOf(favor("person", id, "add"))).toBe(404);
    expect(await statusOf(favorStudioNamed("Velvet", "add"))).toBe(404);
    expect(await statusOf(favor("person", 51, "maybe"))).toBe(400);
    expect(await own()).toEqual({ characters: [], people: [], studios: [] });
  });

  it("are shown to visitors of a public profile, without mature ones", async () => {
    await setControl(false);
    for (const id of [10, 30]) await favor("character", id, "add");
    for (const id of [51, 53]) await favor("person", id, "add");
    await user.send("POST", "/api/user/sitePreferences", { publicProfile: true });
    expect((await own()).characters).toEqual([30, 10]);
    parentalControl = true;
    const page = await callPage(publicProfile, `/user/${user.userId}`, {
      params: { id: user.userId },
    });
    expect(page.characters.map(({ id }) => id)).toEqual([10]);
    expect(page.people.map(({ id }) => id)).toEqual([51]);
    await user.send("POST", "/api/user/sitePreferences", { publicProfile: false });
    expect(
      await statusOf(
        callPage(publicProfile, `/user/${user.userId}`, { params: { id: user.userId } }),
      ),
    ).toBe(404);
  });

  it("are 500 of a kind at most", async () => {
    await sql`
      INSERT INTO characters (id, name) SELECT 10000 + id, 'Many' FROM generate_series(1, 500) AS id`;
    await sql`
      INSERT INTO favorite_characters (user_id, character_id)
      SELECT ${user.userId}, 10000 + id FROM generate_series(1, ${MAX_FAVORITES - 1}) AS id`;
    expect(await favor("character", 10, "add")).toMatchObject({ status: 303 });
    expect(await statusOf(favor("character", 100, "add"))).toBe(409);
    expect(await favor("character", 10, "add")).toMatchObject({ status: 303 });
    const [counted] = await sql`
      SELECT count(*)::int FROM favorite_characters WHERE user_id = ${user.userId}`;
    expect(counted).toEqual({ count: MAX_FAVORITES });
  });

  it("are in the export, by id only where hidden, and leave with the account", async () => {
    await setControl(false);
    for (const id of [10, 30]) await favor("character", id, "add");
    await favor("person", 53, "add");
    await setControl(true);
    const data = dataOf<Record<string, { id: number; name: string | null }[]>>(
      await user.send("GET", "/api/user/export"),
    );
    expect(data["favorite_characters"]?.map(({ id, name }) => [id, name])).toEqual([
      [30, null],
      [10, "Aya Fujino"],
    ]);
    expect(data["favorite_people"]?.map(({ id, name }) => [id, name])).toEqual([[53, null]]);
    expect((await user.send("DELETE", "/api/user/account", {})).status).toBe(200);
    expect(
      await sql`
      SELECT 1 FROM favorite_characters WHERE user_id = ${user.userId}
      UNION ALL SELECT 1 FROM favorite_people WHERE user_id = ${user.userId}`,
    ).toEqual([]);
  });
});
