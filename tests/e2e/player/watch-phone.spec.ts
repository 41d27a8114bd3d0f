import { expect, test } from "../support/fixtures";
import {
  waitUntilPlayable,
  FIRST_EPISODE,
  openEpisode,
  getSavedPosition,
  signUpInNewContext,
  time,
  timeOf,
} from "../support/watching";

test("an episode is played, resumed on another device and followed by the next, by touch @main @phone", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { person: user, context: computer } = await signUpInNewContext(browser, baseURL);
  await context.request.post("/api/auth/signin", { data: user });
  await openEpisode(page);
  await page.getByRole("slider", { name: "Position" }).tap();
  await timeOf(page).toBeGreaterThan(19);
  await page.getByRole("button", { name: "Play", exact: true }).first().tap();
  await timeOf(page).toBeGreaterThan(20);
  await page.goto("/");
  await expect.poll(() => getSavedPosition(context, 2_000_000_001)).toBeGreaterThan(19);

  const desk = await computer.newPage();
  await openEpisode(desk);
  expect(await time(desk)).toBeGreaterThan(19);
  await computer.close();

  await page.reload();
  await page
    .getByRole("region", { name: "Continue watching" })
    .getByRole("link", { name: /^Play/ })
    .tap();
  await expect(page).toHaveURL(FIRST_EPISODE);
  await waitUntilPlayable(page);
  await timeOf(page).toBeGreaterThan(19);
  await page.getByRole("navigation", { name: "Episodes" }).getByRole("link").nth(1).tap();
  await expect(page).toHaveURL("/watch/2000000001/2");
  await waitUntilPlayable(page);
});
