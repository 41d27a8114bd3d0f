import { expect, scriptsRun, test } from "../support/person";

const FRIEREN = "/anime/52991/sousou-no-frieren";

test("a title's page tells its names, facts, story and episodes", async ({ page }) => {
  await page.goto("/anime/52991");
  await expect(page).toHaveURL(FRIEREN);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sousou no Frieren");
  const facts = page.getByRole("complementary", { name: "Facts" });
  await expect(facts).toContainText("Frieren: Beyond Journey's End");
  await expect(facts).toContainText(/29 Sept? 2023 to 22 Mar 2024/);
  await expect(page.getByRole("region", { name: "28 episodes" }).getByRole("listitem")).toHaveCount(
    28,
  );
  await facts.getByRole("link", { name: "Madhouse" }).click();
  await expect(page).toHaveURL("/studio/Madhouse");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Madhouse");
});

test("related titles are links with the way they belong", async ({ page }) => {
  await page.goto(FRIEREN);
  const related = page.getByRole("region", { name: "Belongs with" });
  await expect(related).toContainText("Sequel");
  await related.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sousou no Frieren 2nd Season");
});

test("the trailer asks nothing of its host until it is wanted", async ({ page, context }) => {
  const asked: string[] = [];
  await context.route(/youtube/, (route) => {
    asked.push(new URL(route.request().url()).host);
    return route.fulfill({ body: "<p>player</p>", contentType: "text/html" });
  });
  await page.goto(FRIEREN);
  await scriptsRun(page);
  const play = page.getByRole("link", { name: /^Play the trailer/ });
  await play.scrollIntoViewIfNeeded();
  await expect(page.locator("iframe")).toHaveCount(0);
  expect(asked).toEqual([]);
  await play.click();
  await expect(page.locator("iframe")).toHaveAttribute(
    "src",
    /^https:\/\/www\.youtube-nocookie\.com\/embed\//,
  );
  await expect(page.frameLocator("iframe").getByText("player")).toBeVisible();
  expect(asked).toEqual(["www.youtube-nocookie.com"]);
});

test("a title that can be played leads to the episode to go on with, and one that cannot to none", async ({
  page,
}) => {
  await page.goto("/anime/2000000001");
  await page.getByRole("link", { name: "Watch episode 1" }).click();
  await expect(page).toHaveURL("/watch/2000000001/1");
  await scriptsRun(page);
  await page.getByRole("button", { name: "Mark as watched" }).click();
  await page.getByRole("link", { name: "Lantern Road" }).click();
  await expect(page.getByRole("link", { name: "Go on with episode 2" })).toHaveAttribute(
    "href",
    "/watch/2000000001/2",
  );
  await page.goto(FRIEREN);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: /^(Watch|Go on with) episode/ })).toHaveCount(0);
});

test("long shows list fifty episodes at a time", async ({ page }) => {
  await page.goto("/anime/2402");
  await expect(
    page.getByRole("main").getByRole("listitem").filter({ hasText: /^50/ }),
  ).toBeVisible();
  await page
    .getByRole("navigation", { name: "Episodes" })
    .getByRole("link", { name: "51–79" })
    .click();
  await expect(page).toHaveURL(/episodes=2$/);
  await expect(
    page.getByRole("main").getByRole("listitem").filter({ hasText: /^79/ }),
  ).toBeVisible();
});

test("a title on the air counts down in the reader's own time", async ({ page }) => {
  await page.clock.setFixedTime(new Date("2026-11-20T10:00:00Z"));
  await page.goto("/anime/21/one-piece");
  await expect(page.getByText("Next episode in 2 days 4 h")).toBeVisible();
  await expect(page.getByText("Sunday 22 Nov")).toBeVisible();
});

test("machines find the address, a description, a picture and linked data", async ({
  page,
  baseURL,
  request,
}) => {
  await page.goto(FRIEREN);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    "href",
    `${baseURL}${FRIEREN}`,
  );
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
    "content",
    "Sousou no Frieren",
  );
  const linked: unknown = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? "",
  );
  expect(linked).toMatchObject({
    "@type": "TVSeries",
    numberOfEpisodes: 28,
    name: "Frieren: Beyond Journey's End",
  });
  const picture = await request.get(
    (await page.locator('meta[property="og:image"]').getAttribute("content")) ?? "",
  );
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
});

test("a title that is not in the catalog is answered with 404 and a search", async ({ page }) => {
  const response = await page.goto("/anime/999999999");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("main").getByRole("searchbox")).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("everything but the countdown is there, and the trailer is a link", async ({ page }) => {
    await page.goto(FRIEREN);
    await expect(page.getByRole("link", { name: /^Play the trailer/ })).toHaveAttribute(
      "href",
      /youtube-nocookie\.com\/embed\//,
    );
    await page.goto("/anime/21/one-piece");
    await expect(page.getByText("Sundays at 23:15 JST")).toBeVisible();
  });
});
