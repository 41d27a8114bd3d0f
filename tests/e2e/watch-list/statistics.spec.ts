import { readFile } from "node:fs/promises";
import type { APIRequestContext, Locator } from "@playwright/test";
import sharp from "sharp";
import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { signUp } from "../support/sign-up";

const YEAR = new Date().getUTCFullYear();
const REVIEW = `/profile/${YEAR}`;

/** Finishes a title, starts another, and scores both. */
async function watch(request: APIRequestContext): Promise<void> {
  for (const [animeId, fields] of [
    [1, { state: "completed", score: 90 }],
    [52991, { episodesSeen: 5, score: 75 }],
    [5114, { state: "planned", tags: ["unspoken"], notes: "unspoken" }],
  ] as const)
    expect(
      (await request.patch("/api/user/watchlist/entry", { data: { animeId, ...fields } })).ok(),
    ).toBe(true);
}

test.beforeEach(async ({ context }) => {
  await signUp(context);
});

test("statistics show titles, episodes and hours by day and by group, as charts and tables @main @phone-nightly", async ({
  page,
  context,
}) => {
  await watch(context.request);
  await page.goto("/profile");
  await waitForHydration(page);
  await page.getByRole("main").getByRole("link", { name: "Statistics" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Statistics" })).toBeVisible();
  const numbers = page.getByRole("region", { name: "In numbers" });
  await expect(numbers).toContainText("Episodes31");
  await expect(numbers).toContainText("Mean score8.3");
  // The last row of tiles has no gap.
  const end = (part: Locator) =>
    part.evaluate((element) => Math.round(element.getBoundingClientRect().right));
  const tiles = numbers.locator("dl");
  expect(await end(tiles.locator("> div").last())).toBe(await end(tiles));
  await expect(
    page.getByRole("table", { name: "Titles, time and mean score by status" }),
  ).toContainText("Completed");
  const days = page.getByRole("region", { name: "Days", exact: true });
  await days.getByText("Show as table").click();
  await expect(days.getByRole("table", { name: "Episodes watched by day" })).toContainText("31");
  const scores = page.getByRole("region", { name: "Scores" });
  await scores.getByText("Show as table").click();
  await expect(scores.getByRole("row", { name: /^9/ })).toContainText("1 title");
  await expect(
    scores.getByRole("row", { name: /^9/ }).getByRole("link", { name: "9" }),
  ).toHaveAttribute("href", "/list?state=all&own_score=85-94");
  expect(await seriousViolations(page)).toEqual([]);

  await page.getByRole("navigation", { name: "Period" }).getByText(String(YEAR)).click();
  await expect(page).toHaveURL(new RegExp(`year=${YEAR}`));
  await page
    .getByRole("row", { name: /^Completed/ })
    .getByRole("link")
    .click();
  await expect(page.getByRole("main").getByText("Cowboy Bebop").first()).toBeVisible();
});

test("a year in review is shared by a link that can be taken back", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await watch(context.request);
  await page.goto(REVIEW);
  await waitForHydration(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${YEAR} in review`);
  await expect(page.getByText("Longest streak").locator("..")).toHaveText(
    /^Longest streak1 day[^–]+$/,
  );
  await page.getByRole("button", { name: "Create a link" }).click();
  const link = page.getByRole("link", { name: /\/review\// });
  await expect(link).toBeVisible();
  const shared = (await link.getAttribute("href")) ?? "";
  expect(await seriousViolations(page)).toEqual([]);

  const visitor = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const open = await visitor.newPage();
  await open.goto(shared);
  await expect(open.getByRole("heading", { level: 1 })).toHaveText(`Faye’s ${YEAR} in anime`);
  await expect(open.getByRole("main").getByText("Cowboy Bebop").first()).toBeVisible();
  await expect(open.getByText("unspoken")).toHaveCount(0);
  expect(await seriousViolations(open)).toEqual([]);

  await page.getByRole("button", { name: "Stop sharing" }).click();
  await expect(page.getByText("Only you can see this page.")).toBeVisible();
  expect((await open.goto(shared))?.status()).toBe(404);
  await visitor.close();
});

test("the pictures of a year show it, and are saved as SVG and as PNG", async ({
  page,
  context,
}) => {
  await watch(context.request);
  await page.goto(REVIEW);
  await waitForHydration(page);
  const image = page.getByRole("img", { name: "Image: Wide" });
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(1200);
  const save = async (name: string) => {
    const download = page.waitForEvent("download");
    await page.getByRole(name.includes("PNG") ? "button" : "link", { name }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const svg = await save("Download SVG: Wide");
  expect(svg.name).toBe(`akari-${YEAR}-wide.svg`);
  expect(svg.bytes.toString()).toContain(">31<");
  const png = await save("Save as PNG: Square");
  expect(png.name).toBe(`akari-${YEAR}-square.png`);
  const { data, info } = await sharp(png.bytes).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1080, 1080]);
  const colors = new Set<number>();
  for (let at = 0; at < data.length; at += info.channels * 97) colors.add(data.readUInt16BE(at));
  expect(colors.size).toBeGreaterThan(200);
});

test("visitors open the list and see recent activity once its owner lets them", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await watch(context.request);
  await page.goto("/settings");
  await waitForHydration(page);
  await page.getByLabel("Make my profile public").check();
  await page.getByLabel("Show my list to visitors").check();
  await expect(page.getByRole("link", { name: "public", exact: true })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("Settings saved.");
  await expect
    .poll(async (): Promise<unknown> =>
      (await context.request.get("/api/user/sitePreferences")).json(),
    )
    .toMatchObject({ data: { publicProfile: true, publicList: true } });
  const path = await page.getByRole("link", { name: "public", exact: true }).getAttribute("href");

  const visitor = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const open = await visitor.newPage();
  await open.goto(path ?? "");
  await expect(open.getByRole("region", { name: "Recent activity" })).toContainText("Cowboy Bebop");
  expect(await seriousViolations(open)).toEqual([]);
  await open.getByRole("link", { name: "Open the list" }).click();
  await expect(open.getByRole("heading", { level: 1, name: "Faye’s list" })).toBeVisible();
  const list = open.getByRole("list", { name: "All" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(list.getByRole("listitem").first()).toContainText("26 of 26 episodes watched");
  expect(await seriousViolations(open)).toEqual([]);
  await open.getByRole("link", { name: /^Planned/ }).click();
  await expect(open.getByRole("list", { name: "Planned" }).getByRole("listitem")).toHaveCount(1);
  await visitor.close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("statistics are read, a year is shared, and its picture is downloaded", async ({
    page,
    context,
  }) => {
    await watch(context.request);
    await page.goto("/profile/statistics");
    await page.getByText("Show as table").first().click();
    await expect(page.getByRole("table", { name: "Episodes watched by day" })).toContainText("31");
    await page
      .getByRole("main")
      .getByRole("link", { name: `${YEAR} in review` })
      .click();
    await page.getByRole("button", { name: "Create a link" }).click();
    await expect(page.getByText("Link created.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Save as PNG/ })).toHaveCount(0);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download SVG: Square" }).click();
    expect((await download).suggestedFilename()).toBe(`akari-${YEAR}-square.svg`);
    await page.getByRole("link", { name: /\/review\// }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Faye’s ${YEAR} in anime`);
    await page.goBack();
    await page.getByRole("button", { name: "Stop sharing" }).click();
    await expect(page.getByText("The link no longer works.")).toBeVisible();
  });
});
