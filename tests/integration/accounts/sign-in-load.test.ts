// @module-tag nightly
import { expect, it } from "vitest";
import { gradient } from "../../factories/image";
import { buildUser } from "../../factories/user";
import { startMediaOrigin } from "../../fakes/media-origin";
import { startApi, createApiClient } from "../../support/server/api-client";
import { serveImage, createTempFolder } from "../../support/media/image-service";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

it("AUTH-S15 serves health checks and cached images while many sign-ins are queued", async () => {
  const origin = await startMediaOrigin({ "/a.png": serveImage(await gradient()) });
  const api = await startApi(database, {
    RATE_LIMITS: "signin=100000/60",
    BCRYPT_COST: "10",
    OUTBOUND_ALLOW: origin.host,
    DATA_DIR: createTempFolder(),
  });
  const image = `/api/proxy?url=${encodeURIComponent(`${origin.url}/a.png`)}&w=100`;
  expect((await api.send("GET", image)).status).toBe(200);

  let pending = 40;
  const signIns = Array.from({ length: 40 }, async () => {
    const { status } = await createApiClient(api.origin).send(
      "POST",
      "/api/auth/signin",
      buildUser(),
    );
    pending -= 1;
    return status;
  });
  const statuses: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (const path of ["/healthz", image]) statuses.push((await api.send("GET", path)).status);
  }
  // Requests that waited for hashing would end after it, so the order shows it on any
  // machine.
  expect(pending).toBeGreaterThan(20);
  expect(statuses).toEqual(Array<number>(20).fill(200));
  expect(new Set(await Promise.all(signIns))).toEqual(new Set([401]));
  expect(origin.requests).toHaveLength(1);
});
