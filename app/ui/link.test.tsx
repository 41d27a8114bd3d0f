import { renderToString } from "react-dom/server";
// eslint-disable-next-line no-restricted-imports -- compared with ours
import { Link, MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { ServerLink } from "./link";

function html(element: React.ReactElement): string {
  return renderToString(<MemoryRouter initialEntries={["/list?page=2"]}>{element}</MemoryRouter>);
}

describe("a link rendered on the server", () => {
  test.each([
    "/",
    "/anime/1/cowboy-bebop",
    "/anime/1/cowboy-bebop#trailer",
    "/browse?genre_filter=action&order_by=popularity",
    "/browse?url=https://akari.test//a",
    `/genre/${encodeURIComponent("Slice of Life / 日常")}`,
    "/studio/..",
    "/browse?",
    "/a//b",
    "//akari.test/path",
    "https://akari.test/path",
    "?page=3",
    "list",
    "..",
    { pathname: "/list", search: "?page=3" },
  ])("has the HTML of the router's: %s", (to) => {
    const props = {
      prefetch: "intent",
      viewTransition: true,
      preventScrollReset: true,
      className: "card",
      children: "Text",
    } as const;
    expect(html(<ServerLink to={to} {...props} />)).toBe(html(<Link to={to} {...props} />));
  });
});
