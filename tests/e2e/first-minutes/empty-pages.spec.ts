import { expect, test } from "../support/fixtures";
import { signUp } from "../support/sign-up";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

/** What each page says to an account without a list, and where its buttons lead. */
const PAGES = [
  ["/list", "Your list is empty", ["/browse", "/list/import"]],
  // No job runs on the tests' site.
  ["/discover", "Suggestions are paused", []],
  ["/profile", "Nothing on your list yet", ["/signup/tastes?edit=1", "/list/import"]],
  ["/profile/statistics", "No statistics yet", ["/browse", "/list/import"]],
  ["/history", "Nothing watched yet", ["/browse"]],
  ["/library?view=continue", "Nothing to continue", ["/library"]],
] as const;

test("the pages of a new account say what fills them @phone-nightly", async ({ page, context }) => {
  await signUp(context);
  for (const [path, heading, links] of PAGES) {
    await page.goto(path);
    const notice = page.getByRole("main").getByRole("heading", { name: heading }).locator("..");
    await expect(notice, path).toBeVisible();
    const offered = notice.getByRole("link");
    await expect(offered, path).toHaveCount(links.length);
    for (const [index, link] of links.entries())
      await expect(offered.nth(index), path).toHaveAttribute("href", link);
  }
});
