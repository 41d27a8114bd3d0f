import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MASK_ALL, MASK_NOTHING } from "~/features/catalog/spoilers/spoiler-settings";
import { loader as watchPage } from "~/routes/watch/episode";
import { addAnimes, addEpisodes, addRelation } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const call = createPageCaller(database);
const [WATCHED, PREQUEL, SEQUEL, MATURE] = [101, 102, 103, 104] as const;
let user: SignedInClient;

beforeAll(async () => {
  await addAnimes(
    db,
    { mal_id: WATCHED },
    { mal_id: PREQUEL },
    { mal_id: SEQUEL },
    { mal_id: MATURE, rating: "Rx - Hentai" },
  );
  await addEpisodes(db, WATCHED, 1, 1);
  await addRelation(db, WATCHED, "PREQUEL", PREQUEL);
  await addRelation(db, WATCHED, "SEQUEL", SEQUEL);
  await addRelation(db, WATCHED, "SIDE_STORY", MATURE);
});

beforeEach(async () => {
  user = await createSignedInClient(database);
});

async function relatedTo(cookie?: string, masks = MASK_NOTHING) {
  const { related, listStates } = await call(watchPage, `/watch/${WATCHED}/1`, {
    params: { id: String(WATCHED), number: "1" },
    visitor: { masks },
    ...(cookie !== undefined && { init: { headers: { cookie } } }),
  });
  return { ids: related.map(({ card }) => card.id), states: Object.keys(listStates).map(Number) };
}

describe("the titles below a player", () => {
  it("are those related to the watched one, except mature ones, with the user's entries", async () => {
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: PREQUEL, state: "completed" });
    expect(await relatedTo()).toEqual({ ids: [PREQUEL, SEQUEL], states: [] });
    expect(await relatedTo(user.cookie)).toEqual({ ids: [PREQUEL, SEQUEL], states: [PREQUEL] });
  });

  it("have no sequel where it would be a spoiler, unless it is on the user's list", async () => {
    expect((await relatedTo(user.cookie, MASK_ALL)).ids).toEqual([PREQUEL]);
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: SEQUEL, state: "planned" });
    expect((await relatedTo(user.cookie, MASK_ALL)).ids).toEqual([PREQUEL, SEQUEL]);
  });
});
