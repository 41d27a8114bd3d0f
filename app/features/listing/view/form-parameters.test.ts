import { describe, expect, it } from "vitest";
import { formParameters } from "./form-parameters";

function form(...pairs: readonly (readonly [string, string])[]): FormData {
  const data = new FormData();
  for (const [name, value] of pairs) data.append(name, value);
  return data;
}

describe("formParameters", () => {
  it("omits empty fields and joins the choices of one filter", () => {
    const parameters = formParameters(
      form(
        ["search_query", " "],
        ["genre_filter", "Action"],
        ["genre_filter", "Sci-Fi"],
        ["year_filter", "2023"],
        ["order_by", "newest"],
      ),
    );
    expect(Object.fromEntries(parameters)).toEqual({
      genre_filter: "Action,Sci-Fi",
      year_filter: "2023",
      order_by: "newest",
    });
  });

  it("omits the default order, which depends on the search", () => {
    expect(formParameters(form(["order_by", "score"])).toString()).toBe("");
    expect(formParameters(form(["order_by", "relevance"])).toString()).toBe("");
    expect(formParameters(form(["search_query", "x"], ["order_by", "relevance"])).toString()).toBe(
      "search_query=x",
    );
    expect(formParameters(form(["search_query", "x"], ["order_by", "score"])).toString()).toBe(
      "search_query=x&order_by=score",
    );
  });

  it.each([
    [["Action", "Drama"], "all", "genre_match=all&genre_filter=Action%2CDrama"],
    [["Action", "Drama"], "any", "genre_filter=Action%2CDrama"],
    [["Action"], "all", "genre_filter=Action"],
    [[], "all", ""],
  ])("says how %j match, if %s of them, only where it matters", (genres, match, expected) => {
    const fields = genres.map((genre) => ["genre_filter", genre] as const);
    expect(formParameters(form(["genre_match", match], ...fields)).toString()).toBe(expected);
  });
});
