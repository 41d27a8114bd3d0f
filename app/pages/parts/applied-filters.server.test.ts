import { describe, expect, it } from "vitest";
import { parseListing } from "~/features/listing/parse-listing.server";
import { normaliseName } from "~/features/catalog/term-key";
import { serverI18n } from "~/i18n/i18n.server";
import { appliedFilters, createNameFormatter, withoutFilter } from "./applied-filters.server";
import { browsePath } from "~/features/listing/view/browse-path";

const i18n = serverI18n("en");
const spell = createNameFormatter(["Sci-Fi", "MAPPA"], normaliseName);
const query = (text: string) => parseListing(new URLSearchParams(text));

describe("appliedFilters", () => {
  it("is empty for an unfiltered listing", () => {
    expect(appliedFilters(query("order_by=title&page_number=3"), spell, i18n)).toEqual([]);
  });

  it("labels each value and links to the listing without it", () => {
    const filters = appliedFilters(
      query(
        "genre_filter=sci_fi,action&score_filter=7.5&studio_filter=mappa&aired_day_filter=friday&rating_filter=pg-13&page_number=4",
      ),
      spell,
      i18n,
    );
    expect(filters.map(({ label }) => label)).toEqual([
      "Score 7.5 or more",
      "Action",
      "Sci-Fi",
      "Studio: MAPPA",
      "Rated PG-13",
      "Fridays",
    ]);
    const scifi = filters.find(({ label }) => label === "Sci-Fi");
    expect(scifi?.without.genres).toEqual(["action"]);
    expect(scifi?.without.page).toBe(1);
    expect(scifi?.without.scoreMin).toBe(7.5);
  });

  it("removes one of the genres that must all be there", () => {
    const [action, drama, scifi] = appliedFilters(
      query("genre_filter=sci_fi,action,drama&genre_match=all"),
      spell,
      i18n,
    );
    expect(scifi?.label).toBe("Sci-Fi");
    const left = drama?.without ?? query("");
    expect(decodeURIComponent(browsePath(left))).toBe(
      "/browse?genre_filter=action,sci-fi&genre_match=all",
    );
    const [, last] = appliedFilters(left, spell, i18n);
    expect(browsePath(last?.without ?? {})).toBe("/browse?genre_filter=action");
    expect(action?.filter).toBe("allGenres");
  });

  it("has a chip for each choice of what is hidden, and none when all is shown", () => {
    const [seen, dropped] = appliedFilters(query("hide=seen,dropped"), spell, i18n);
    expect([seen?.label, dropped?.label]).toEqual(["Not seen yet", "Not dropped"]);
    expect(seen?.without.hide).toEqual(["dropped"]);
    // An absent parameter would bring back the user's default.
    const [last] = appliedFilters(query("hide=seen"), spell, i18n);
    expect(browsePath(last?.without ?? {})).toBe("/browse?hide=none");
    expect(appliedFilters(query("hide=none"), spell, i18n)).toEqual([]);
  });

  it("labels them in the user's locale, and unknown names unchanged", () => {
    const filters = appliedFilters(
      query(
        "genre_filter=sci_fi,unheard of&score_filter=7.5&aired_day_filter=friday&source_filter=light novel&status_filter=finished airing",
      ),
      spell,
      serverI18n("es"),
    );
    expect(filters.map(({ label }) => label)).toEqual([
      "Puntuación de 7,5 o más",
      "Ciencia ficción",
      "Unheard Of",
      "Basado en Novela ligera",
      "Finalizado",
      "Los viernes",
    ]);
  });

  it("labels each of forty values, and groups them beyond", () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_, index) => `g${index}`).join(",");
    const forty = appliedFilters(
      query(`genre_filter=${names(39)}&studio_filter=mappa`),
      spell,
      i18n,
    );
    expect(forty).toHaveLength(40);
    const more = appliedFilters(
      query(`genre_filter=${names(40)}&studio_filter=mappa&score_filter=7`),
      spell,
      i18n,
    );
    expect(more.map(({ label }) => label)).toEqual(["Score 7 or more", "G0 +39", "Studio: MAPPA"]);
    expect(more.map(({ without }) => [without.genres.length, without.studios.length])).toEqual([
      [40, 1],
      [0, 1],
      [40, 0],
    ]);
  });

  it("returns to the order by score when the search is removed", () => {
    const [search] = appliedFilters(query("search_query=frieren"), spell, i18n);
    expect(search?.label).toBe("“frieren”");
    expect(browsePath(search?.without ?? {})).toBe("/browse");
  });
});

describe("withoutField", () => {
  it("removes all values of a filter", () => {
    expect(
      withoutFilter(query("genre_filter=action,drama&banners_filter=true"), "genres").genres,
    ).toEqual([]);
    expect(withoutFilter(query("banners_filter=true"), "withBanner").withBanner).toBe(false);
    expect(withoutFilter(query("year_min=1990"), "yearMin").yearMin).toBeNull();
  });
});

describe("nameSpeller", () => {
  it("prefers the catalog's spelling and capitalises unknown names", () => {
    expect(spell("sci fi")).toBe("Sci-Fi");
    expect(spell("kyoto animation")).toBe("Kyoto Animation");
    expect(spell("studio 4°c")).toBe("Studio 4°C");
  });
});

describe("browsePath", () => {
  it("contains what differs from the defaults, but neither page size nor parental control", () => {
    expect(browsePath({})).toBe("/browse");
    expect(
      browsePath({ ...query("genre_filter=action"), parentalControl: false, perPage: 36 }),
    ).toBe("/browse?genre_filter=action");
    expect(browsePath({ search: "frieren" })).toBe("/browse?search_query=frieren");
    expect(browsePath({ page: 2 }, "list")).toBe("/browse?page_number=2&view=list");
  });
});
