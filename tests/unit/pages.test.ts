import { existsSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, it } from "vitest";
import routes from "~/routes";
import { PAGES, PAGES_OF_JOURNEYS } from "../support/pages";

/** A page is a module with a component, and without pages of its own. */
function toRouteObjects(entries: readonly RouteConfigEntry[], parent = ""): RouteObject[] {
  return entries.flatMap(({ path, file, children }) => {
    const full = path === undefined ? parent : `${parent}/${path}`;
    if (children !== undefined) return toRouteObjects(children, full);
    return [{ path: full === "" ? "/" : full, id: full + (file.endsWith(".tsx") ? "" : " file") }];
  });
}

const routeObjects = toRouteObjects(routes);
const patterns = routeObjects
  .filter(({ id }) => !String(id).endsWith(" file"))
  .map(({ path }) => path);
const listed = Object.values(PAGES).flat();
const matched = new Map(
  listed.map(({ path }) => [path, matchRoutes(routeObjects, path)?.[0]?.route.path]),
);

it("lists every page of the site, or names the journey that reaches it", () => {
  const known = new Set([...matched.values(), ...Object.keys(PAGES_OF_JOURNEYS)]);
  expect(patterns.filter((pattern) => !known.has(pattern))).toEqual([]);
});

it("lists pages only", () => {
  expect(listed.filter(({ path }) => !patterns.includes(matched.get(path)))).toEqual([]);
});

it("names journeys that exist, of pages that are not listed", () => {
  const reached = new Set(matched.values());
  for (const [pattern, test] of Object.entries(PAGES_OF_JOURNEYS)) {
    expect(patterns).toContain(pattern);
    expect(reached).not.toContain(pattern);
    expect(existsSync(test), test).toBe(true);
  }
});

it("has a missing page, one name per screenshot, and no page of a reader twice", () => {
  expect(matched.get("/nowhere")).toBe("/*");
  const shots = listed.flatMap(({ screenshot, screenshotWithImages }) => [
    ...(screenshot === undefined ? [] : [screenshot]),
    ...(screenshotWithImages === undefined ? [] : [screenshotWithImages]),
  ]);
  expect(shots).toEqual([...new Set(shots)]);
  for (const pages of Object.values(PAGES)) {
    const paths = pages.map(({ path }) => path);
    expect(paths).toEqual([...new Set(paths)]);
  }
});
