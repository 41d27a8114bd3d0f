import { expect, it } from "vitest";
import { picture } from "../../factories/image";
import { person } from "../../factories/person";
import { mediaOrigin } from "../../fakes/media-origin";
import { apiClient, clientOf } from "../../support/server/api-client";
import { serve, temporaryFolder } from "../../support/media/image-service";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

it("AUTH-S15 keeps answering for its health and with stored images while many sign-ins wait for their turn", async () => {
  const origin = await mediaOrigin({ "/a.png": serve(await picture()) });
  const api = await apiClient(database, {
    RATE_LIMITS: "signin=100000/60",
    OUTBOUND_ALLOW: origin.host,
    DATA_DIR: temporaryFolder(),
  });
  const image = `/api/proxy?url=${encodeURIComponent(`${origin.url}/a.png`)}&w=100`;
  expect((await api.send("GET", image)).status).toBe(200);

  let pending = 40;
  const signIns = Array.from({ length: 40 }, async () => {
    const { status } = await clientOf(api.origin).send("POST", "/api/auth/signin", person());
    pending -= 1;
    return status;
  });
  const statuses: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (const path of ["/healthz", image]) statuses.push((await api.send("GET", path)).status);
  }
  // What had to wait for the hashing would be answered after it: order says so on any machine.
  expect(pending).toBeGreaterThan(20);
  expect(statuses).toEqual(Array<number>(20).fill(200));
  expect(new Set(await Promise.all(signIns))).toEqual(new Set([401]));
  expect(origin.requests).toHaveLength(1);
});
