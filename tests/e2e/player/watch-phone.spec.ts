import { expect, test } from "../support/person";
import {
  canPlay,
  DEMO,
  openEpisode,
  savedPosition,
  signUpElsewhere,
  time,
  timeOf,
} from "../support/watching";

test.skip(({ isMobile }) => !isMobile, "A desktop is watched on in watch.spec.");

test("an episode is played, left, gone on with on another device and followed by the next one, by touch", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { person, context: computer } = await signUpElsewhere(browser, baseURL);
  await context.request.post("/api/auth/signin", { data: person });
  await openEpisode(page);
  // Its middle: the series is forty seconds long.
  await page.getByRole("slider", { name: "Position" }).tap();
  await timeOf(page).toBeGreaterThan(19);
  await page.getByRole("button", { name: "Play", exact: true }).first().tap();
  await timeOf(page).toBeGreaterThan(20);
  await page.goto("/");
  await expect.poll(() => savedPosition(context, 2_000_000_001)).toBeGreaterThan(19);

  const desk = await computer.newPage();
  await openEpisode(desk);
  expect(await time(desk)).toBeGreaterThan(19);
  await computer.close();

  await page.reload();
  await page
    .getByRole("region", { name: "Continue watching" })
    .getByRole("link", { name: /Lantern Road/ })
    .tap();
  await expect(page).toHaveURL(DEMO);
  await canPlay(page);
  await timeOf(page).toBeGreaterThan(19);
  await page.getByRole("navigation", { name: "Episodes" }).getByRole("link").nth(1).tap();
  await expect(page).toHaveURL("/watch/2000000001/2");
  await canPlay(page);
});
