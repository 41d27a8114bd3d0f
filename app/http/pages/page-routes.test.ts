import { expect, it } from "vitest";
import { noQuery } from "~/frame/canonical-query";
import { createPageRoutes } from "./page-routes";

const routes = createPageRoutes({
  root: { id: "root", path: "", module: {} },
  home: {
    id: "home",
    parentId: "root",
    module: { handle: { isShared: true, canonicalQuery: noQuery } },
  },
  title: {
    id: "title",
    parentId: "root",
    path: "anime/:id/:slug?",
    module: { handle: { isShared: true, canonicalQuery: noQuery } },
  },
  docs: {
    id: "docs",
    parentId: "root",
    path: "docs",
    module: { handle: { canonicalQuery: noQuery } },
  },
  file: {
    id: "file",
    parentId: "root",
    path: "files/:folder/*",
    module: { handle: { sendsFiles: true } },
  },
  feed: { id: "feed", parentId: "root", path: "feed.x", module: { handle: { isShared: true } } },
  list: { id: "list", parentId: "root", path: "list", module: { handle: { isPersonal: true } } },
  listImport: {
    id: "listImport",
    parentId: "root",
    path: "list/import",
    module: { handle: { isPersonal: true } },
  },
  episode: {
    id: "episode",
    parentId: "root",
    path: "watch/:id/:number",
    module: { handle: { isPersonal: true } },
  },
  admin: { id: "admin", parentId: "root", path: "admin", module: {} },
  log: { id: "log", parentId: "admin", path: "log", module: { handle: { isPersonal: true } } },
});

it.each(["/", "/anime/1", "/anime/1/", "/anime/1/a-slug", "/anime/1/a%20slug", "/feed.x"])(
  "%s is shared",
  (path) => {
    expect(routes.isShared(path)).toBe(true);
  },
);

it.each(["/docs", "/list", "/anime", "/anime/", "/anime/1/2/3", "/feedsx", "/x/anime/1", "//"])(
  "%s is not shared",
  (path) => {
    expect(routes.isShared(path)).toBe(false);
  },
);

it("knows the routes that send files, whatever lies below them", () => {
  for (const path of ["/files/a/b", "/files/a/b/c.mkv", "/files/a/%2e/c"])
    expect(routes.sendsFiles(path)).toBe(true);
  for (const path of ["/", "/files", "/files/a", "/x/files/a/b", "/feed.x"])
    expect(routes.sendsFiles(path)).toBe(false);
  expect(createPageRoutes({}).sendsFiles("/")).toBe(false);
});

it("has the indexed pages of one path", () => {
  expect(routes.indexed).toEqual(["/", "/docs"]);
});

it("has where the paths of personal pages begin, without those that another one covers", () => {
  expect(routes.personal).toEqual(["/admin/log", "/list", "/watch/"]);
});

it("refuses a layout without a path that is personal", () => {
  const layout = { id: "signed-in", parentId: "root", module: { handle: { isPersonal: true } } };
  expect(() => createPageRoutes({ "signed-in": layout })).toThrow("signed-in has no path");
  expect(() => createPageRoutes({ home: { ...layout, index: true } })).not.toThrow();
});

it("shares nothing without routes", () => {
  expect(createPageRoutes({}).isShared("/")).toBe(false);
});
