import { describe, expect, it } from "vitest";
import { i18nFor } from "~/i18n/i18n";
import { serverI18n } from "~/i18n/i18n.server";
import { LOCALES } from "~/i18n/locales";
import { findRoute } from "../../tests/support/crawl/route-paths";
import { currentPath, sitePages } from "./site-pages";

const user = {
  ...{ id: "1", name: "Faye", avatarUrl: null },
  ...{ isChild: false, askedTitles: null, isStaff: true, asksProfile: false },
};
const { t } = i18nFor("en");
const pathsFor = (site: Parameters<typeof sitePages>[1]) =>
  Object.values(sitePages({ t }, site))
    .flat()
    .map(({ to }: { to: string }) => to);

describe("navigation", () => {
  it.each(LOCALES)("has a name of its own for each page: %s", (locale) => {
    const pages = sitePages(serverI18n(locale), { user, hasLibrary: true });
    const names = Object.values(pages)
      .flat()
      .map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("leads to pages of the site", () => {
    const unknown = pathsFor({ user, hasLibrary: true }).filter(
      (path) => findRoute(path)?.pattern === "/*",
    );
    expect(unknown).toEqual([]);
  });

  it("leads visitors to no page that needs an account, and none to an empty library", () => {
    expect(pathsFor({ user: null, hasLibrary: false })).toEqual([
      "/",
      "/browse",
      "/season",
      "/schedule",
      "/random",
      "/room",
      "/docs",
    ]);
  });

  it("leads users to rooms from the account menu, and visitors from the footer", () => {
    const paths = (pages: readonly { to: string }[]) => pages.map(({ to }) => to);
    const ofUser = sitePages({ t }, { user, hasLibrary: true });
    expect(paths(ofUser.account)).toContain("/room");
    expect(paths(ofUser.more)).toEqual(["/docs"]);
    expect(paths(sitePages({ t }, { user: null, hasLibrary: true }).more)).toContain("/room");
  });

  it("leads a child past rooms", () => {
    expect(pathsFor({ user: { ...user, isChild: true }, hasLibrary: true })).not.toContain("/room");
  });

  it("leads users who manage a child to the profiles, with the number of its requests", () => {
    const linksOf = (askedTitles: number | null) =>
      sitePages({ t }, { user: { ...user, askedTitles }, hasLibrary: true })
        .account.filter(({ to }) => to === "/profiles/manage")
        .map(({ name, news }) => [name, news]);
    expect(linksOf(null)).toEqual([]);
    expect(linksOf(0)).toEqual([["Manage profiles", undefined]]);
    expect(linksOf(1)).toEqual([["Manage profiles", "1 request"]]);
    expect(linksOf(12)).toEqual([["Manage profiles", "12 requests"]]);
  });

  it("leads members past the administration", () => {
    const paths = pathsFor({ user: { ...user, isStaff: false }, hasLibrary: true });
    expect(paths).not.toContain("/admin");
    expect(paths).toContain("/library");
  });
});

describe("currentPath", () => {
  const paths = pathsFor({ user, hasLibrary: true });

  it.each([
    ["/", "/"],
    ["/browse", "/browse"],
    ["/browse/", "/browse"],
    ["/list", "/list"],
    ["/list/import", "/list/import"],
    ["/list/history", "/list"],
    ["/discover", "/discover"],
    ["/discover/sequels", "/discover/sequels"],
    ["/season/2022/fall", "/season"],
    ["/profile/statistics", "/profile/statistics"],
    ["/profile/2020", "/profile/latest"],
    ["/profile/edit", "/profile"],
    ["/admin/people/1", "/admin"],
    ["/room/abc", "/room"],
  ])("is for %s %s", (pathname, current) => {
    expect(currentPath(pathname, paths)).toBe(current);
  });

  it.each(["/anime/1", "/listing", "/home/customise", "/watch/1/1"])(
    "is none for %s",
    (pathname) => {
      expect(currentPath(pathname, paths)).toBeNull();
    },
  );
});
