import { pagesOf } from "../../support/pages";
import { checkPages } from "../support/check-pages";
import { test } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

const server = startOwnServer();

test("pages of the owner have no serious axe violation and fit small screens", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  await server.becomeOwner(context);
  await checkPages(await context.newPage(), pagesOf("owner", { desktop: "axe" }));
  await context.close();
});
