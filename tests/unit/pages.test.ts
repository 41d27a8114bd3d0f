import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { findRoute, ROUTES } from "../support/crawl/route-paths";
import { PAGES, PAGES_OF_JOURNEYS } from "../support/pages";

/** A page is a module with a component. */
const patterns = ROUTES.filter(({ file }) => file.endsWith(".tsx")).map(({ pattern }) => pattern);
const listed = Object.values(PAGES).flat();
const matched = new Map(listed.map(({ path }) => [path, findRoute(path)?.pattern]));

it("lists every page of the site, or names the journey that reaches it", () => {
  const known = new Set([...matched.values(), ...Object.keys(PAGES_OF_JOURNEYS)]);
  expect(patterns.filter((pattern) => !known.has(pattern))).toEqual([]);
});

it("lists pages only", () => {
  expect(listed.filter(({ path }) => !patterns.includes(matched.get(path) ?? ""))).toEqual([]);
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

/** What everybody may ask for, or checks by itself who asks. Other pages belong into a layout. */
const OPEN = `
  / /browse /browse/names/:filter /suggest /random /library /season/:year?/:season?
  /anime/:id/:slug? /franchise/:id/:slug? /genre/:name /studio/:name
  /character/:id/:slug? /person/:id/:slug? /credits/:id/:slug?
  /schedule /schedule.ics /schedule/mine.ics /feed/:feed
  /watch/:id/:number /room /room/:room /room/:room/live
  /signin /signin/code /signup /invitation /forgot /reset /unsubscribe/:code
  /profiles /user/:id /user/:id/list /user/:id/banner.svg
  /profile/:year/:image /review/:token /review/:token/:image
  /admin/changes /admin/catalog/:run/rejected /admin/people/:id/export /admin/backups/:name
  /media/files/:folder/* /media/episode/:id/:number /media/still/:id/:number/:size
  /media/:kind/:id/:size /ipfs/:cid /messages/:file /visitor /offline /service-worker.js
  /sitemap.xml /sitemap/:part /robots.txt /opensearch.xml /docs /*
`;

it("lets visitors onto the pages named here, and onto no others", () => {
  const open = ROUTES.filter(
    ({ pattern, layouts }) =>
      !pattern.startsWith("/api/") &&
      !layouts.includes("routes/signed-in.tsx") &&
      !layouts.includes("routes/admin/layout.tsx"),
  );
  expect(open.map(({ pattern }) => pattern).sort()).toEqual(OPEN.trim().split(/\s+/).sort());
});
