import { checkPages } from "../support/check-pages";
import { test } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

const server = startOwnServer();

const PAGES = [
  ["the overview", "/admin"],
  ["people", "/admin/people"],
  ["invitations", "/admin/invitations"],
  ["the catalog", "/admin/catalog"],
  ["titles", "/admin/titles"],
  ["a title", "/admin/titles/52991"],
  ["a new title", "/admin/titles/new"],
  ["sources", "/admin/sources"],
  ["storage", "/admin/storage"],
  ["the library", "/admin/library"],
  ["a new media folder", "/admin/library/add"],
  ["settings", "/admin/settings"],
  ["the log", "/admin/log"],
  ["jobs", "/admin/jobs"],
  ["health", "/admin/health"],
] as const;

test("pages of the owner have no serious axe violation and fit small screens", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  await server.becomeOwner(context);
  await checkPages(await context.newPage(), PAGES);
  await context.close();
});
