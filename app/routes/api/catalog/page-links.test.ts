import { describe, expect, it } from "vitest";
import { listingSearchParams } from "~/features/listing/listing-query";
import { parseListing } from "~/features/listing/parse-listing.server";
import { MAX_LINK_BYTES, pageLinks } from "./page-links";

const meta = { total_items: 90, current_page: 2, last_page: 3, per_page: 30 };
const links = (parameters: Record<string, string>) =>
  pageLinks("/api/animes/full", meta, (page) => {
    return new URLSearchParams({ ...parameters, page_number: String(page) });
  });

describe("pageLinks", () => {
  it("refers to the pages by relative references", () => {
    expect(links({ genre_filter: "action" })).toBe(
      [
        '</api/animes/full?genre_filter=action&page_number=1>; rel="first"',
        '</api/animes/full?genre_filter=action&page_number=1>; rel="prev"',
        '</api/animes/full?genre_filter=action&page_number=3>; rel="next"',
        '</api/animes/full?genre_filter=action&page_number=3>; rel="last"',
      ].join(", "),
    );
  });

  it("is left out when it is longer than a proxy's buffer allows", () => {
    const empty = links({ search_query: "" })?.length ?? 0;
    const letters = Math.floor((MAX_LINK_BYTES - empty) / 4);
    expect(links({ search_query: "x".repeat(letters) })?.length).toBeGreaterThan(
      MAX_LINK_BYTES - 4,
    );
    expect(links({ search_query: "x".repeat(letters + 1) })).toBeNull();
    expect(links({ search_query: "進".repeat(256) })).toBeNull();
  });

  it("lists only the studios that were given", () => {
    const query = parseListing(new URLSearchParams("studio_filter=Bones,Madhouse"));
    const link = pageLinks("/api/animes/full", meta, (page) =>
      listingSearchParams({ ...query, page }),
    );
    expect(link).toContain("studio_filter=bones%2Cmadhouse");
    expect(link).not.toContain("bones-madhouse");
  });
});
