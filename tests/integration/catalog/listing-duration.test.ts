import { expect, it } from "vitest";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { listAnime } from "~/features/listing/list-anime.server";
import { parseListing } from "~/features/listing/parse-listing.server";
import { addAnimes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";

const DURATIONS = ["1 hr 55 min", "24 min per ep", "2 hr", "30 sec", "Unknown", null];
const parse = (search: string) => parseListing(new URLSearchParams(search));

it("lists titles by duration, counted by rows and by bitmaps alike", async () => {
  const { db, sql } = await testDatabase();
  await addAnimes(db, ...DURATIONS.map((duration, index) => ({ mal_id: index + 1, duration })));
  const listed = async (search: string) => {
    const { items, total } = await listAnime({ db, sql }, parse(search));
    return [total, ...items.map(({ mal_id: id }) => id)];
  };
  for (const areBitmapsCurrent of [false, true]) {
    if (areBitmapsCurrent) await rebuildListingBitmaps(db);
    expect(await listed("duration_min=24")).toEqual([3, 1, 2, 3]);
    expect(await listed("duration_min=24&duration_max=115")).toEqual([2, 1, 2]);
    expect(await listed("duration_max=1000")).toEqual([4, 1, 2, 3, 4]);
  }
});

it.each(["duration_min=x", "duration_max=1001", "duration_max=1&duration_min=2"])(
  "rejects %s",
  (search) => expect(() => parse(search)).toThrow(search.slice(0, 12)),
);
