import { describe, expect, it } from "vitest";
import { isPrivateResponse } from "./shared-cache";

describe("a response's Cache-Control", () => {
  it.each(["private, no-store", "no-store", "Private", "private, max-age=60, immutable"])(
    "%j keeps shared caches out",
    (header) => expect(isPrivateResponse(header)).toBe(true),
  );

  it.each([
    null,
    undefined,
    "",
    "no-cache",
    "public",
    "max-age=60",
    "immutable",
    "public, max-age=31536000, immutable",
    "private, s-maxage=60",
    "public, private",
    'private="set-cookie", max-age=60',
    "x-private",
  ])("%j lets shared caches store the response", (header) =>
    expect(isPrivateResponse(header)).toBe(false),
  );
});
