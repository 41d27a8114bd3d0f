import { describe, expect, it } from "vitest";
import { createSessionCookie } from "./session-cookie.server";

const cookie = createSessionCookie(["new secret", "old secret"]);
const request = (value: string) =>
  new Request("http://akari.test/", { headers: { cookie: value } });
const write = async (by = cookie, id = "an id") =>
  (await by.write(id, new Date("2100-01-01"), false)).split(";")[0] ?? "";

describe("a session cookie", () => {
  it("is read again and again", async () => {
    const own = await write();
    const other = await write(cookie, "another id");
    for (let round = 0; round < 3; round += 1) {
      expect(await cookie.read(request(own), false)).toBe("an id");
      expect(await cookie.read(request(`theme=dark; ${other}`), false)).toBe("another id");
    }
    expect(await cookie.read(request(own), true)).toBeNull();
    expect(await cookie.read(request("theme=dark"), false)).toBeNull();
  });

  it("is rejected with any other character, also after it was read", async () => {
    const own = await write();
    expect(await cookie.read(request(own), false)).toBe("an id");
    for (let at = own.indexOf("=") + 1; at < own.length; at += 1) {
      const changed = own.slice(0, at) + (own[at] === "A" ? "B" : "A") + own.slice(at + 1);
      expect(await cookie.read(request(changed), false)).toBeNull();
    }
  });

  it("may be signed with an old secret, but with no other", async () => {
    const old = await write(createSessionCookie(["old secret"]));
    const foreign = await write(createSessionCookie(["another secret"]));
    for (let round = 0; round < 2; round += 1) {
      expect(await cookie.read(request(old), false)).toBe("an id");
      expect(await cookie.read(request(foreign), false)).toBeNull();
    }
  });
});
