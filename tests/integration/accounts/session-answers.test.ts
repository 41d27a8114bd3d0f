import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sessions } from "~db/schema";
import { signedInClient } from "../../support/server/signed-in";
import { apiClient } from "../../support/server/api-client";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

it("SESSION-S10 tells who is signed in in the documented fields, to be kept by nobody, and nothing that could sign anybody in", async () => {
  const nobody = await apiClient(database);
  const without = await nobody.send("GET", "/api/auth/session");
  expect(without.body).toEqual({ success: true, data: null });
  expect(without.headers.get("cache-control")).toBe("private, no-store");
  const api = await signedInClient(database);
  const answer = await api.send("GET", "/api/auth/session");
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(answer.body).toEqual({
    success: true,
    data: {
      id: api.userId,
      email: api.person.email,
      name: api.person.username,
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
    expect(JSON.stringify(answer.body)).not.toContain(secret);
});
