import { describe, expect, it } from "vitest";
import { searchHistory } from "~db/schema";
import { MAX_SEARCHES } from "~/features/search-history/searches.server";
import { dataOf, createSignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const PATH = "/api/user/searchHistory";

describe("the search history", () => {
  it("records searches and returns them newest first", async () => {
    const api = await createSignedInClient(database);
    expect(
      (await api.send("POST", PATH, { query: "  bebop ", timestamp: "2024-05-01T10:00:00Z" })).body,
    ).toEqual({ success: true, data: { message: "The search was recorded." } });
    await api.send("POST", PATH, { query: "trigun", timestamp: "2024-05-02" });
    expect((await api.send("GET", PATH)).body).toEqual({
      success: true,
      data: [
        {
          id: expect.any(String) as string,
          user_id: api.userId,
          query: "trigun",
          timestamp: "2024-05-02T00:00:00.000Z",
        },
        {
          id: expect.any(String) as string,
          user_id: api.userId,
          query: "bebop",
          timestamp: "2024-05-01T10:00:00.000Z",
        },
      ],
    });
  });

  it.each([
    ["nothing", {}],
    ["an empty query", { query: "" }],
    ["blanks", { query: "   " }],
    ["NUL", { query: "a\u0000b" }],
    ["257 characters", { query: "x".repeat(257) }],
    ["a number", { query: 5 }],
    ["a wrong timestamp", { query: "x", timestamp: "yesterday" }],
    ["a timestamp before Postgres can count", { query: "x", timestamp: "0000-01-01T00:00:00Z" }],
  ])("VALID-S08 rejects %s", async (_, body) => {
    const api = await createSignedInClient(database);
    expect((await api.send("POST", PATH, body)).status).toBe(400);
    expect(dataOf(await api.send("GET", PATH))).toEqual([]);
  });

  it("VALID-S09 records nothing while tracking is off, and says so", async () => {
    const api = await createSignedInClient(database);
    await api.send("POST", "/api/saveUserPreferences", { trackSearchHistory: false });
    const response = await api.send("POST", PATH, { query: "secret" });
    expect(response.status).toBe(200);
    expect(dataOf<{ message: string }>(response).message).toContain("not recorded");
    expect(dataOf(await api.send("GET", PATH))).toEqual([]);
  });

  it("removes one entry by its id, or all of them", async () => {
    const api = await createSignedInClient(database);
    for (const query of ["a", "b", "c"]) await api.send("POST", PATH, { query });
    const entries = dataOf<{ id: string; query: string }[]>(await api.send("GET", PATH));
    const id = entries.find((entry) => entry.query === "b")?.id ?? "";
    for (const wrong of ["", "5", "x"])
      expect((await api.send("DELETE", `${PATH}?id=${wrong}`)).status).toBe(400);
    expect((await api.send("DELETE", `${PATH}?id=${id}`)).status).toBe(200);
    expect((await api.send("DELETE", `${PATH}?id=${id}`)).status).toBe(200);
    expect(
      dataOf<{ query: string }[]>(await api.send("GET", PATH)).map((entry) => entry.query),
    ).toEqual(["c", "a"]);
    expect((await api.send("DELETE", PATH)).body).toMatchObject({ success: true });
    expect(dataOf(await api.send("GET", PATH))).toEqual([]);
  });

  it("is limited to the newest thousand", async () => {
    const api = await createSignedInClient(database);
    const old = Array.from({ length: MAX_SEARCHES }, (_, index) => ({
      userId: api.userId,
      query: `old ${index}`,
      searchedAt: new Date(1_600_000_000_000 + index),
    }));
    await database.db.insert(searchHistory).values(old);
    await api.send("POST", PATH, { query: "new" });
    const saved = dataOf<{ query: string }[]>(await api.send("GET", PATH)).map(
      (entry) => entry.query,
    );
    expect(saved).toHaveLength(MAX_SEARCHES);
    expect(saved[0]).toBe("new");
    expect(saved).not.toContain("old 0");
    expect(saved).toContain("old 1");
  });
});
