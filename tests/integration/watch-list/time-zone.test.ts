import { expect, it } from "vitest";
import { saveSitePreferences } from "~/features/profile/preferences.server";
import { loader as people } from "~/routes/admin/people";
import { addAnime } from "../../factories/anime";
import { createApiClient } from "../../support/server/api-client";
import { testDatabase } from "../../support/database/test-database";
import { createAccount } from "../../support/server/account";
import { createPageCaller } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";
import { createSignedInClient, dataOf } from "../../support/server/signed-in";

const database = await testDatabase();

/** Zones in which it is never the same day. */
const FARTHEST = ["Pacific/Kiritimati", "Etc/GMT+12"];

it.each(FARTHEST)("programs date what is watched by the account's time zone, %s", async (zone) => {
  const api = await createSignedInClient(database);
  await api.send("POST", "/api/user/sitePreferences", { timeZone: zone });
  const { mal_id: animeId } = await addAnime(database.db, { episodes: 12 });
  const input = { name: "A program", scopes: ["list:write"] };
  const { token } = dataOf<{ token: string }>(await api.send("POST", "/api/user/tokens", input));
  const before = today(zone);
  const response = await createApiClient(api.origin).send(
    "POST",
    "/api/user/watchlist/seen",
    { animeId, episodes: "+1" },
    { authorization: `Bearer ${token}` },
  );
  const { started_on: day } = dataOf<{ started_on: string }>(response);
  expect([before, today(zone)]).toContain(day);
});

it("a browser's own time zone comes first", async () => {
  const [accountZone = "", zone = ""] = FARTHEST;
  const api = await createSignedInClient(database);
  await api.send("POST", "/api/user/sitePreferences", { timeZone: accountZone });
  const { mal_id: animeId } = await addAnime(database.db, { episodes: 12 });
  const before = today(zone);
  const response = await api.send(
    "POST",
    "/api/user/watchlist/seen",
    { animeId, episodes: "+1" },
    { cookie: `${api.cookie}; akari_zone=${zone}` },
  );
  const { started_on: day } = dataOf<{ started_on: string }>(response);
  expect([before, today(zone)]).toContain(day);
});

it("pages without a browser's zone show times in the account's, else in UTC", async () => {
  const callPage = createPageCaller(database);
  const { userId, cookie } = await createAccount(createTestServices({}, database), "moderator");
  const zone = async (cookies = cookie) => {
    const page = await callPage(people, "/admin/people", {
      init: { headers: { cookie: cookies } },
    });
    return page.zone;
  };
  expect(await zone()).toBe("UTC");
  await saveSitePreferences(database.db, userId, { timeZone: "Europe/Berlin" });
  expect(await zone()).toBe("Europe/Berlin");
  expect(await zone(`${cookie}; akari_zone=America/Lima`)).toBe("America/Lima");
  expect(await zone(`${cookie}; akari_zone=Nowhere/Land`)).toBe("UTC");
});

function today(timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date());
}
