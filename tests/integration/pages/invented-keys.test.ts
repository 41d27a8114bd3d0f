import { expect, it, onTestFinished, vi } from "vitest";
import { seasonAt, seasonPath } from "~/features/schedule/season";
import { TIME_ZONE_COOKIE } from "~/pages/viewer/visitor-cookies";
import { loader as home } from "~/routes/catalog/home";
import { loader as season } from "~/routes/catalog/season";
import { loader as anime } from "~/routes/catalog/anime";
import { openDatabase } from "~db/client.server";
import { addAnimes } from "../../factories/anime";
import { createPageCaller } from "../../support/server/call-page";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

/** The number exceeds the values that any one cache was once bounded by. */
const KEYS = 70;

it(
  "reads nothing again for Home after many time zones and titles",
  { timeout: 120_000 },
  async () => {
    const ids = Array.from({ length: KEYS }, (_, index) => index + 1);
    await addAnimes(
      database.db,
      ...ids.map((mal_id) => ({ mal_id, title: `Title ${mal_id}`, genres: ["Drama"] })),
    );
    let statements = 0;
    const counted = openDatabase(database.options, {
      timeouts: null,
      observe: () => {
        statements += 1;
        return () => undefined;
      },
    });
    onTestFinished(() => counted.close());
    // The site's settings would be read again after five seconds.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    const call = createPageCaller(counted);
    const statementsOfHome = async () => {
      statements = 0;
      await call(home, "/");
      return statements;
    };
    const first = await statementsOfHome();
    const before = await statementsOfHome();
    expect(before).toBeLessThan(first);
    const seasonUrl = seasonPath(seasonAt(new Date()));
    const [, , year = "", name = ""] = seasonUrl.split("/");
    const zones = Intl.supportedValuesOf("timeZone");
    for (const [index, id] of ids.entries()) {
      const init = { headers: { cookie: `${TIME_ZONE_COOKIE}=${zones[index]}` } };
      await call(season, seasonUrl, { params: { year, season: name }, init });
      const slug = `title-${id}`;
      await call(anime, `/anime/${id}/${slug}`, { params: { id: String(id), slug } });
    }
    // A reading at which a day begins takes more statements.
    expect(await statementsOfHome()).toBeLessThanOrEqual(before);
  },
);
