import { describe, expect, it } from "vitest";
import { findRelyingParty } from "./relying-party";

const at = (publicUrl: string | null, origin = "https://from-a-header.example") =>
  findRelyingParty(publicUrl === null ? null : new URL(publicUrl), origin);

describe("findRelyingParty", () => {
  it.each([
    ["https://anime.example.org", "anime.example.org", "https://anime.example.org"],
    ["https://anime.example.org:8443/", "anime.example.org", "https://anime.example.org:8443"],
    ["https://nas", "nas", "https://nas"],
    ["http://localhost:3000", "localhost", "http://localhost:3000"],
    ["https://localhost", "localhost", "https://localhost"],
    ["http://anime.localhost:3000", "anime.localhost", "http://anime.localhost:3000"],
  ])("takes host and origin of PUBLIC_URL %s, not of a request", (publicUrl, id, origin) => {
    expect(at(publicUrl)).toEqual({ id, origin });
  });

  it.each([
    ["http://anime.example.org", "plainHttp"],
    ["http://nas", "plainHttp"],
    ["https://192.0.2.7", "ipAddress"],
    ["http://192.168.1.20:3000", "ipAddress"],
    ["http://127.0.0.1:3000", "ipAddress"],
    ["https://[2001:db8::1]", "ipAddress"],
  ])("finds none at %s: %s", (publicUrl, obstacle) => {
    expect(at(publicUrl)).toBe(obstacle);
  });

  it("knows localhost alone without PUBLIC_URL", () => {
    const local = "http://localhost:4321";
    expect(at(null, local)).toEqual({ id: "localhost", origin: local });
    for (const origin of [
      "https://anime.example.org",
      "http://localhost.example.org",
      "http://x.localhost",
      "http://127.0.0.1:3000",
      "nonsense",
    ])
      expect(at(null, origin)).toBe("noPublicUrl");
  });
});
