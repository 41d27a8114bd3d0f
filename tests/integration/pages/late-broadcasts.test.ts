import ICAL from "ical.js";
import { beforeAll, describe, expect, it } from "vitest";
import { importCatalog } from "~/features/import/import-catalog.server";
import { nextBroadcast, type Broadcast } from "~/features/schedule/next-broadcast";
import { loader as calendarLoader } from "~/routes/catalog/schedule-ics";
import { createApiClient, startApi } from "../../support/server/api-client";
import { createPageCaller } from "../../support/server/call-page";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "../catalog/import-support";

const database = await testDatabase();

/** Times in Tokyo: Sunday 01:30 and Sunday 00:00. */
const TIMES = [
  ["25:30", "16:30"],
  ["24:00", "15:00"],
] as const;

beforeAll(async () => {
  const rows = TIMES.map(([broadcast_time], index) =>
    title(index + 1, {
      status: "Currently Airing",
      broadcast_day: "Saturdays",
      broadcast_time,
      broadcast_timezone: "Asia/Tokyo",
    }),
  );
  await importCatalog(database.db, chunks(rows));
});

describe.each(TIMES.map(([time, utc], index) => [time, utc, index + 1] as const))(
  "a broadcast on Saturdays at %s",
  (_, utc, id) => {
    const expectAiring = (instants: readonly string[]) => {
      expect(instants.length).toBeGreaterThan(0);
      for (const instant of instants) {
        expect(instant.slice(11, 16)).toBe(utc);
        expect(new Date(instant).getUTCDay()).toBe(6);
      }
    };

    it("is in the schedule of the API", async () => {
      const { origin } = await startApi(database);
      const { body } = await createApiClient(origin).send("GET", "/api/animes/schedule?tz=UTC");
      const { data } = body as {
        data: { titles: { mal_id: number; airs_at: string; local_time: string }[] }[];
      };
      const airings = data
        .flatMap(({ titles }) => titles)
        .filter(({ mal_id: airing }) => airing === id);
      expectAiring(airings.map(({ airs_at: at }) => at));
      expect(airings.map(({ local_time: time }) => time)).toEqual([utc]);
    });

    it("is in the calendar", async () => {
      const response = await createPageCaller(database)(calendarLoader, "/schedule.ics", {
        visitor: { parentalControl: false },
      });
      const events = new ICAL.Component(ICAL.parse(await response.text()) as unknown[])
        .getAllSubcomponents("vevent")
        .map((component) => new ICAL.Event(component))
        .filter(({ summary }) => summary === `Title ${id}`);
      expectAiring(events.map(({ startDate }) => startDate.toJSDate().toISOString()));
    });

    it("is what the catalog's API says and the countdown counts to", async () => {
      const { origin } = await startApi(database);
      const { body } = await createApiClient(origin).send("GET", "/api/animes/full");
      const { data } = body as { data: (Broadcast & { mal_id: number })[] };
      const broadcast = data.find((anime) => anime.mal_id === id);
      expect(broadcast).toMatchObject({ broadcast_day: "Sunday" });
      const next = broadcast && nextBroadcast(broadcast, new Date());
      expectAiring([next?.toISOString() ?? ""]);
    });
  },
);
