import { pagesOf } from "../../support/pages";
import { checkPages } from "../support/check-pages";
import { expect, test } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

const server = startOwnServer();

test("pages of the owner have no serious axe violation and fit small screens", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  await server.becomeOwner(context);
  const page = await context.newPage();
  await context.request.post("/api/user/wishes", { data: { animeId: 52991 } });
  await checkPages(page, pagesOf("owner", { desktop: "axe" }));
  const tabs = page.getByRole("navigation", { name: "Administration" });
  expect(
    await tabs.getByRole("list", { name: "Accounts" }).getByRole("link").allInnerTexts(),
  ).toEqual(["People", "Invitations"]);
  await expect(
    tabs.getByRole("list", { name: "Server" }).getByRole("link", { name: "Health" }),
  ).toHaveAttribute("aria-current", "page");
  await context.close();
});
