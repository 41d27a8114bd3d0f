import { expect, it } from "vitest";
import { findGuessedPath } from "./guessed-paths";

const at = (path: string) => findGuessedPath(new URL(path, "http://akari.test"));

it.each([
  ["/sign-up", "/signup"],
  ["/register?invitation=abc", "/signup?invitation=abc"],
  ["/sign-in", "/signin"],
  ["/login?returnTo=%2Flist", "/signin?returnTo=%2Flist"],
  ["/account", "/settings"],
  ["/search?q=cowboy%20bebop&type_filter=tv", "/browse?search_query=cowboy+bebop&type_filter=tv"],
  ["/search", "/browse"],
  ["/anime?order_by=newest", "/browse?order_by=newest"],
  ["/Login/", "/signin"],
])("%s leads to %s", (path, to) => {
  expect(at(path)).toEqual({ to, visitorTo: to });
});

it("the end of a session leads to the button that ends it, and visitors to Home", () => {
  for (const path of ["/logout", "/sign-out", "/signout"])
    expect(at(path)).toEqual({ to: "/settings#sessions", visitorTo: "/" });
  expect(at("/logout?a=1")?.to).toBe("/settings?a=1#sessions");
});

it.each(["/nowhere", "/login/x", "/constructor", "//anime", "/anime2"])(
  "%s leads nowhere",
  (path) => {
    expect(findGuessedPath({ pathname: path, search: "" })).toBeNull();
  },
);
