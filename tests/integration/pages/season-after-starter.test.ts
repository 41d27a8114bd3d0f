import { beforeAll, expect, it, onTestFinished } from "vitest";
import { loader } from "~/routes/catalog/season";
import { addAnimes } from "../../factories/anime";
import { createAccount } from "../../support/server/account";
import { createPageCaller } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";
import { createOwner } from "../../support/server/owner";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase({ template: STARTER_TEMPLATE });
const call = createPageCaller(database);
const cookies = { member: "", owner: "" };

beforeAll(async () => {
  cookies.member = (await createAccount(createTestServices({}, database))).cookie;
  cookies.owner = (await createOwner(database)).cookie;
});

async function noteOn(year: string, season: string, cookie = "") {
  const page = await call(loader, `/season/${year}/${season}`, {
    params: { year, season },
    init: { headers: { cookie } },
  });
  return page.starterEnds;
}

it("a season after the starter catalog says where that ends, and owners may import", async () => {
  const season = { year: 2026, name: "Spring" };
  expect(await noteOn("2026", "fall")).toEqual({ season, mayImport: false });
  expect(await noteOn("2026", "fall", cookies.member)).toEqual({ season, mayImport: false });
  expect(await noteOn("2026", "summer", cookies.owner)).toEqual({ season, mayImport: true });
  expect(await noteOn("2026", "spring", cookies.owner)).toBeNull();
  expect(await noteOn("2024", "fall", cookies.owner)).toBeNull();
});

it("a catalog with any other title has nothing to say", async () => {
  await addAnimes(database.db, { mal_id: 900_001, title: "Imported" });
  onTestFinished(async () => void (await database.sql`DELETE FROM animes WHERE mal_id = 900001`));
  expect(await noteOn("2026", "fall", cookies.owner)).toBeNull();
});
