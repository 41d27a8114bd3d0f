import { describe, expect, it } from "vitest";
import { proxiedUrl } from "./episode-video";

describe("proxiedUrl", () => {
  it("returns a video proxy URL with the encoded source in one parameter", () => {
    const url = proxiedUrl("https://media.test/a b/1.m3u8?x=1&y=ü#t");
    expect(url?.startsWith("/api/videoProxy?url=")).toBe(true);
    expect(new URL(url ?? "", "http://akari.test").searchParams.get("url")).toBe(
      "https://media.test/a b/1.m3u8?x=1&y=ü#t",
    );
  });

  it("returns our own paths unchanged, and no other", () => {
    expect(proxiedUrl("/demo/1/master.m3u8")).toBe("/demo/1/master.m3u8");
    expect(proxiedUrl("//elsewhere.test/1.m3u8")).toBe(
      "/api/videoProxy?url=%2F%2Felsewhere.test%2F1.m3u8",
    );
  });

  it("returns null without a source", () => {
    expect(proxiedUrl(null)).toBeNull();
    expect(proxiedUrl("")).toBeNull();
  });
});
