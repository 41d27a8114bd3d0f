import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sessions } from "~db/schema";
import { createSignedInClient } from "../../support/server/signed-in";
import { startApi } from "../../support/server/api-client";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

it("SESSION-S10 responds with the documented user fields, uncached and without secrets", async () => {
  const anonymous = await startApi(database);
  const without = await anonymous.send("GET", "/api/auth/session");
  expect(without.body).toEqual({ success: true, data: null });
  expect(without.headers.get("cache-control")).toBe("private, no-store");
  const api = await createSignedInClient(database);
  const response = await api.send("GET", "/api/auth/session");
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(response.body).toEqual({
    success: true,
    data: {
      id: api.userId,
      email: api.credentials.email,
      name: api.credentials.username,
      avatar_url: null,
      banner_image: null,
      preferences: { enfasiscolor: "#0057E7", parentalControl: true, trackSearchHistory: true },
      expires_at: expect.stringMatching(/Z$/) as string,
    },
  });
  const [stored] = await database.db.select().from(sessions).where(eq(sessions.userId, api.userId));
  const value = decodeURIComponent(api.cookie.slice(api.cookie.indexOf("=") + 1));
  const { id } = JSON.parse(
    Buffer.from(value.slice(0, value.lastIndexOf(".")), "base64").toString(),
  ) as { id: string };
  expect(stored?.idHash).toBe(createHash("sha256").update(id).digest("base64url"));
  for (const secret of [id, stored?.idHash, "$2b$"])
    expect(JSON.stringify(response.body)).not.toContain(secret);
});
