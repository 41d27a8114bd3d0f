import { describe, expect, it } from "vitest";
import { HIDE_SURFACES } from "~/features/listing/hidden/hide-choices";
import { addAnimeId } from "../../factories/anime-id";
import { dataOf, createSignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const PATH = "/api/saveUserPreferences";

describe("preferences", () => {
  it.each([PATH, "/api/user/saveUserPreferences"])(
    "are saved at %s one by one, and returned as their record",
    async (path) => {
      const api = await createSignedInClient(database);
      const response = await api.send("POST", path, { enfasiscolor: "#FF8800" });
      const record = {
        user_id: api.userId,
        enfasiscolor: "#FF8800",
        parentalControl: true,
        trackSearchHistory: true,
        scoreScale: "10",
        updated_at: expect.stringMatching(/Z$/) as string,
      };
      expect(response.body).toEqual({ success: true, data: record });
      await api.send("POST", path, { parentalControl: false });
      expect((await api.send("GET", "/api/user/preferences")).body).toEqual({
        success: true,
        data: { ...record, parentalControl: false },
      });
    },
  );

  it.each(["enfasiscolor", "enfasisColor", "enfasis"])(
    "accept the accent color as %s, long or short",
    async (name) => {
      const api = await createSignedInClient(database);
      for (const color of ["#abc", "#A1B2C3"])
        expect(dataOf(await api.send("POST", PATH, { [name]: color }))).toMatchObject({
          enfasiscolor: color,
        });
    },
  );

  it("save the scale of scores without changing a score", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(database.db);
    await api.send("PATCH", "/api/user/watchlist/entry", { animeId: id, score: 83 });
    for (const scoreScale of ["100", "10.0", "10", "5", "3"]) {
      expect(dataOf(await api.send("POST", PATH, { scoreScale }))).toMatchObject({ scoreScale });
      expect(dataOf(await api.send("GET", "/api/user/preferences"))).toMatchObject({ scoreScale });
    }
    for (const scoreScale of ["7", "stars", null, 4])
      expect(await api.send("POST", PATH, { scoreScale })).toMatchObject({
        status: 400,
        body: { issues: [{ path: "scoreScale" }] },
      });
    const form = new URLSearchParams({ scoreScale: "5", returnTo: "/settings" });
    expect((await api.send("POST", PATH, form)).status).toBe(302);
    expect(dataOf(await api.send("GET", `/api/user/watchlist/entry?animeId=${id}`))).toMatchObject({
      score: 83,
    });
  });

  it("VALID-S01 require at least one of them", async () => {
    const api = await createSignedInClient(database);
    const response = await api.send("POST", PATH, {});
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      status: 400,
      error: expect.stringContaining("at least one") as string,
    });
    expect((await api.send("POST", PATH, { other: 1 })).status).toBe(400);
  });

  it.each(["red", "#12", "#GGGGGG", "#12345", "#1234567", "0057E7", " #fff", 5, null, ["#fff"]])(
    "VALID-S02 reject the color %j",
    async (enfasiscolor) => {
      const api = await createSignedInClient(database);
      const response = await api.send("POST", PATH, { enfasiscolor });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ issues: [{ path: "enfasiscolor" }] });
    },
  );

  it.each(["false", 0, null, [], "true", 1, {}])(
    "VALID-S03 reject %j as parental control, and leave it on",
    async (parentalControl) => {
      const api = await createSignedInClient(database);
      expect((await api.send("POST", PATH, { parentalControl })).status).toBe(400);
      expect(dataOf(await api.send("GET", "/api/user/preferences"))).toMatchObject({
        parentalControl: true,
      });
    },
  );

  it("work as a browser's form, where a hidden field before a checkbox means no", async () => {
    const api = await createSignedInClient(database);
    const off = await api.send(
      "POST",
      PATH,
      new URLSearchParams([
        ["parentalControl", "false"],
        ["trackSearchHistory", "false"],
        ["trackSearchHistory", "on"],
      ]),
    );
    expect(off.status).toBe(302);
    expect(off.headers.get("location")).toBe("/settings");
    expect(dataOf(await api.send("GET", "/api/user/preferences"))).toMatchObject({
      parentalControl: false,
      trackSearchHistory: true,
    });
    expect(
      (await api.send("POST", PATH, new URLSearchParams({ parentalControl: "maybe" }))).status,
    ).toBe(400);
  });
});

describe("site settings", () => {
  const SITE = "/api/user/sitePreferences";

  it("have defaults, and are merged one by one", async () => {
    const api = await createSignedInClient(database);
    const defaults = {
      titleLanguage: "romaji",
      theme: "dark",
      locale: "en",
      publicProfile: false,
      publicList: false,
      hide: [],
      hideOn: [...HIDE_SURFACES],
      suggestions: true,
      sharedTaste: false,
      listLayout: "rows",
      listCollapsed: false,
      home: { order: [], hidden: [] },
      timeZone: null,
      scheduleDelayHours: 0,
      hideEpisodeTitles: false,
      hideEpisodeSynopses: false,
      hideEpisodePictures: false,
      hideScores: false,
      hideReviews: false,
      skipFiller: false,
      notificationsOff: [],
      quietFrom: null,
      quietUntil: null,
      digestHour: 8,
      player: {
        volume: 1,
        muted: false,
        speed: 1,
        autoplayNext: true,
        autoSkip: false,
        theater: false,
        subtitleSize: "medium",
        subtitleBackground: "soft",
      },
    };
    expect(dataOf(await api.send("GET", SITE))).toEqual(defaults);
    await Promise.all([
      api.send("POST", SITE, { titleLanguage: "english" }),
      api.send("POST", SITE, { player: { volume: 0.5 } }),
      api.send("POST", SITE, {
        player: { subtitles: "es", subtitleSize: "large", autoSkip: true, theater: true },
      }),
    ]);
    expect(dataOf(await api.send("GET", SITE))).toEqual({
      ...defaults,
      titleLanguage: "english",
      player: {
        ...defaults.player,
        volume: 0.5,
        subtitles: "es",
        subtitleSize: "large",
        autoSkip: true,
        theater: true,
      },
    });
  });

  it.each([
    {},
    { theme: "pink" },
    { locale: "xx" },
    { timeZone: "Mars/Olympus" },
    { timeZone: `Asia/${"T".repeat(60)}` },
    { player: { volume: 2 } },
    { player: 5 },
  ])("are rejected when they are %j", async (body) => {
    const api = await createSignedInClient(database);
    expect((await api.send("POST", SITE, body)).status).toBe(400);
  });
});
