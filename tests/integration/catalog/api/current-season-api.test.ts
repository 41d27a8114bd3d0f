import { expect, it, onTestFinished, vi } from "vitest";
import { testDatabase } from "../../../support/database/test-database";
import { createApiCaller } from "../../../support/server/call-api";

const database = await testDatabase();

it("GET /api/seasons/current responds with the season in Japan, until the next begins", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-31T14:59:59Z") });
  onTestFinished(() => void vi.useRealTimers());
  const { get } = createApiCaller(database);
  expect(await get("/api/seasons/current")).toMatchObject({
    status: 200,
    json: { data: { year: 2026, name: "Fall" } },
  });
  vi.setSystemTime(new Date("2026-12-31T15:00:00Z"));
  expect((await get("/api/seasons/current")).json).toEqual({
    data: { year: 2027, name: "Winter" },
  });
});
