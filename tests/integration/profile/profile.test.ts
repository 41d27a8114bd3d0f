import { describe, expect, it } from "vitest";
import { dataOf, createSignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const PATH = "/api/user/profile";
const least = { name: "Faye", last_name: "Valentine", gender: "female" };
const CID = "bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4";

describe("the profile", () => {
  it("echoes supplied fields as supplied, and stores labels", async () => {
    const api = await createSignedInClient(database);
    const sent = {
      ...least,
      birthday: "1994-08-14",
      bio: "Bounty hunter,\nmostly.",
      avatar: "https://img.test/faye.png",
      favorite_animes: ["1", 5],
      favorite_genres: ["sci_fi", "Isekai"],
      favorite_studios: ["Sunrise"],
      frequency: "weekly",
      fanatic_level: "regular_fan",
      preferred_format: "NO PREFERENCE",
      watched_animes: [1],
    };
    const response = await api.send("POST", PATH, sent);
    expect(response.body).toEqual({
      success: true,
      data: {
        ...sent,
        frequency_of_watch: "Weekly",
        id: api.userId,
        email: api.credentials.email,
        updated_at: expect.stringMatching(/Z$/) as string,
      },
    });
    expect((await api.send("GET", PATH)).body).toEqual({
      success: true,
      data: {
        id: api.userId,
        name: "Faye",
        last_name: "Valentine",
        avatar_url: "https://img.test/faye.png",
        banner_image: null,
        birthday: "1994-08-14",
        gender: "Female",
        bio: "Bounty hunter,\nmostly.",
        favorite_animes: [1, 5],
        frequency_of_watch: "Weekly",
        fanatic_level: "Regular Fan",
        preferred_format: "No preference",
        watched_animes: [1],
        favorite_studios: ["Sunrise"],
        favorite_genres: ["Sci-Fi", "Isekai"],
      },
    });
  });

  it("writes supplied fields only; an empty list clears a list, null an optional value", async () => {
    const api = await createSignedInClient(database);
    await api.send("POST", PATH, {
      ...least,
      favorite_genres: ["Action"],
      favorite_studios: ["MAPPA"],
      birthday: "1994-08-14",
      frequency: "daily",
    });
    const response = await api.send("POST", PATH, {
      ...least,
      favorite_genres: [],
      birthday: null,
    });
    expect(dataOf(response)).toMatchObject({
      frequency_of_watch: "Daily",
      birthday: null,
      favorite_genres: [],
    });
    expect(dataOf(await api.send("GET", PATH))).toMatchObject({
      favorite_genres: [],
      favorite_studios: ["MAPPA"],
      birthday: null,
      frequency_of_watch: "Daily",
    });
  });

  it.each([
    ["is trimmed", "  I like\n  space. \n", "I like\n  space."],
    ["has one form of line breaks", "one\r\ntwo\rthree\nfour", "one\ntwo\nthree\nfour"],
    ["has one blank line at most", "one\r\n\r\n \n\n\ntwo\n\nthree", "one\n\ntwo\n\nthree"],
    ["counts a line break and an emoji once", "\r\n🚀".repeat(250), "\n🚀".repeat(250).trim()],
    ["may have 500 characters", "🚀".repeat(500), "🚀".repeat(500)],
    ["stays as it is where it looks like markup", "<b>&amp;</b>", "<b>&amp;</b>"],
    ["is none if nothing of it is visible", " \u200B\n", null],
    ["is removed by an empty text", "", null],
    ["is removed by null", null, null],
  ])("has a bio that %s", async (_, bio, stored) => {
    const api = await createSignedInClient(database);
    await api.send("POST", PATH, { ...least, bio: "Before" });
    await api.send("POST", PATH, least);
    expect(dataOf(await api.send("GET", PATH))).toMatchObject({ bio: "Before" });
    expect(dataOf(await api.send("POST", PATH, { ...least, bio }))).toMatchObject({ bio });
    expect(dataOf(await api.send("GET", PATH))).toMatchObject({ bio: stored });
  });

  it.each([
    ["gender", { gender: "robot" }],
    ["gender", { gender: undefined }],
    ["name", { name: undefined }],
    ["name", { name: "Ed" }],
    ["name", { name: " Ed  " }],
    ["name", { name: "Fa\u0000ye" }],
    ["name", { name: "x".repeat(65) }],
    ["last_name", { last_name: " " }],
    ["birthday", { birthday: "abc" }],
    ["birthday", { birthday: "2001-02-29" }],
    ["birthday", { birthday: "0000-01-01" }],
    ["birthday", { birthday: "2999-01-01" }],
    ["birthday", { birthday: 5 }],
    ["bio", { bio: "x".repeat(501) }],
    ["bio", { bio: "Fa\u0000ye" }],
    ["bio", { bio: "\uD800" }],
    ["bio", { bio: ["x"] }],
    ["frequency", { frequency: "hourly" }],
    ["fanatic_level", { fanatic_level: "none" }],
    ["preferred_format", { preferred_format: "VHS" }],
    ["favorite_animes.0", { favorite_animes: ["x"] }],
    ["favorite_animes.0", { favorite_animes: [3_000_000_000] }],
    ["favorite_animes", { favorite_animes: 5 }],
    ["favorite_genres.0", { favorite_genres: ["a\u0000"] }],
    ["avatar", { avatar: "javascript:alert(1)" }],
  ])("VALID-S10 rejects a wrong %s and changes nothing", async (path, wrong) => {
    const api = await createSignedInClient(database);
    const response = await api.send("POST", PATH, { ...least, ...wrong });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ status: 400, issues: [{ path }] });
    expect(dataOf(await api.send("GET", PATH))).toMatchObject({
      last_name: null,
      gender: null,
      bio: null,
    });
  });

  it("works as a browser's form, where an empty optional field clears its value", async () => {
    const api = await createSignedInClient(database);
    await api.send("POST", PATH, { ...least, birthday: "1994-08-14" });
    const response = await api.send(
      "POST",
      PATH,
      new URLSearchParams({
        ...least,
        birthday: "",
        favorite_genres: "Action,Drama",
        returnTo: "/signup/tastes",
      }),
    );
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/signup/tastes");
    expect(dataOf(await api.send("GET", PATH))).toMatchObject({
      birthday: null,
      favorite_genres: ["Action", "Drama"],
    });
  });
});

describe("name and images alone", () => {
  it("are changed one by one", async () => {
    const api = await createSignedInClient(database);
    expect(
      dataOf(await api.send("POST", "/api/user/updateProfile", { banner_image: `/ipfs/${CID}` })),
    ).toMatchObject({ name: "Faye", avatar_url: null, banner_image: `/ipfs/${CID}` });
    expect(
      dataOf(await api.send("POST", "/api/user/updateProfile", { name: "Edward" })),
    ).toMatchObject({ name: "Edward", banner_image: `/ipfs/${CID}`, id: api.userId });
    expect(
      dataOf(await api.send("POST", "/api/user/updateProfile", { banner_image: null })),
    ).toMatchObject({ banner_image: null });
  });

  it.each([
    {},
    { nothing: 1 },
    { name: "Ed" },
    { avatar: "/etc/passwd" },
    { avatar: "data:image/png;base64,AA" },
  ])("are rejected when they are %j", async (body) => {
    const api = await createSignedInClient(database);
    expect((await api.send("POST", "/api/user/updateProfile", body)).status).toBe(400);
  });

  it.each([
    ["image", { image: "https://img.test/a.png" }, "https://img.test/a.png"],
    ["url", { url: "http://img.test/a.png?x=1" }, "http://img.test/a.png?x=1"],
    ["avatar", { avatar: `/ipfs/${CID}` }, `/ipfs/${CID}`],
    ["a bare JSON string", JSON.stringify("https://img.test/b.png"), "https://img.test/b.png"],
  ])("save an avatar as %s", async (_, body, avatar_url) => {
    const api = await createSignedInClient(database);
    const response = await api.send("POST", "/api/saveImage", body, {
      "content-type": "application/json",
    });
    expect(response.body).toEqual({ success: true, data: { avatar_url } });
    expect(dataOf(await api.send("GET", "/api/auth/session"))).toMatchObject({ avatar_url });
  });

  it.each([
    {},
    { image: "" },
    { image: 5 },
    { image: "ftp://img.test/a" },
    { image: "https://u:p@img.test/a" },
    { image: "//img.test/a" },
    { image: "/ipfs/../etc" },
    { image: "https://img.test/a\tb" },
    { image: `https://img.test/${"x".repeat(2_048)}` },
  ])("reject the avatar %j", async (body) => {
    const api = await createSignedInClient(database);
    expect((await api.send("POST", "/api/saveImage", body)).status).toBe(400);
    expect(dataOf(await api.send("GET", "/api/auth/session"))).toMatchObject({ avatar_url: null });
  });
});
