import type { Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expect, waitForHydration, test } from "../support/fixtures";
import { openListSheet } from "../support/list-sheet";
import { TROUBLED_EPISODES, NUMBERED_EPISODES, TROUBLED_TITLE } from "../support/sample-episodes";
import { signUp } from "../support/sign-up";

/** On a phone, long parts of a title's page show a few rows at first. */
async function unfold(page: Page, part: string): Promise<void> {
  const box = page.locator("label", { hasText: part });
  if (await box.isVisible()) await box.click();
}

const FRIEREN = "/anime/52991/sousou-no-frieren";

test("a title page shows names, facts, synopsis and episodes @main @phone-nightly", async ({
  page,
}) => {
  await page.goto("/anime/52991");
  await expect(page).toHaveURL(FRIEREN);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sousou no Frieren");
  const facts = page.getByRole("complementary", { name: "Details" });
  await expect(facts).toContainText("Frieren: Beyond Journey's End");
  await unfold(page, "All details");
  await expect(facts.getByText("Kanehito Yamada").or(facts.getByText("Manga"))).toBeVisible();
  await unfold(page, "Show all 28");
  await expect(facts).toContainText(/29 Sept? 2023 to 22 Mar 2024/);
  await expect(page.getByRole("region", { name: "28 episodes" }).getByRole("listitem")).toHaveCount(
    28,
  );
  await expect(page.getByRole("main").locator("header")).toContainText(
    "Frieren: Beyond Journey's End",
  );
  await expect(facts.getByRole("link", { name: "Fall 2023" })).toHaveAttribute(
    "href",
    "/season/2023/fall",
  );
  await facts.getByRole("link", { name: "Madhouse" }).click();
  await expect(page).toHaveURL("/studio/Madhouse");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Madhouse");
});

test("a phone shows the beginning of the synopsis first, and the list in a sheet @phone", async ({
  page,
  context,
  isMobile,
}) => {
  await signUp(context);
  await page.goto(FRIEREN);
  await waitForHydration(page);
  await expect(page.getByRole("main").locator("p[lang=en]").first()).toBeInViewport();
  const states = page.getByRole("form", { name: "My list" });
  await openListSheet(page);
  await expect(states.getByRole("button")).toHaveText([
    "Watching",
    "Planned",
    "Completed",
    "Paused",
    "Dropped",
    "Rewatching",
    "Collection",
  ]);
  expect(await seriousViolations(page)).toEqual([]);
  await states.getByRole("button", { name: "Paused" }).click();
  await expect(page.getByRole("status")).toContainText("added to Paused");
  if (isMobile) await expect(states).toBeHidden();
  await openListSheet(page);
  const edit = page.getByRole("link", { name: "Edit entry" });
  await edit.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  const opener = isMobile ? page.getByRole("main").locator("button[popovertarget]") : edit;
  await expect(opener).toBeFocused();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  if (isMobile) await expect(page.getByRole("button", { name: "Add to my list" })).toBeVisible();
  await openListSheet(page);
  await expect(states.getByText("Add to my list")).toBeVisible();
  await page.keyboard.press("Escape");
  if (isMobile) await expect(states).toBeHidden();
});

test("a phone's page is short, with the next episodes and a bar to its parts", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(context);
  const data = { animeId: 52991, state: "watching", episodesSeen: 20 };
  expect((await context.request.patch("/api/user/watchlist/entry", { data })).ok()).toBe(true);
  await page.goto(FRIEREN);
  await waitForHydration(page);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBeLessThanOrEqual(3_500);
  const episodes = page.getByRole("region", { name: "28 episodes" });
  await expect(episodes.getByRole("listitem").first()).toContainText(/^19/);
  await expect(episodes.getByRole("listitem")).toHaveCount(6);
  const bar = page.getByRole("navigation", { name: "On this page" });
  await bar.getByRole("link", { name: "Episodes" }).click();
  await expect(episodes.getByRole("heading")).toBeInViewport();
  await expect(bar).toBeInViewport();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("checkbox", { name: /^Show all 28/ }).press("Space");
  await expect(episodes.getByRole("listitem")).toHaveCount(28);
});

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`the synopsis of an airing title on the list is on the first screen of ${width} pixels`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height });
    await signUp(context);
    const data = { animeId: 21, state: "watching", episodesSeen: 1100, startedOn: "2020-01-01" };
    expect((await context.request.patch("/api/user/watchlist/entry", { data })).ok()).toBe(true);
    await page.goto("/anime/21/one-piece");
    await waitForHydration(page);
    await expect(page.getByText(/^Next episode in/)).toBeInViewport();
    await expect(page.getByRole("main").locator("p[lang=en]").first()).toBeInViewport({ ratio: 1 });
  });

test("a phone's page is short with a cast too, and its bar is in the order of its parts", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(context);
  const data = { animeId: 1, state: "watching", episodesSeen: 20 };
  expect((await context.request.patch("/api/user/watchlist/entry", { data })).ok()).toBe(true);
  await page.goto("/anime/1/cowboy-bebop");
  await waitForHydration(page);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBeLessThanOrEqual(3_500);
  const links = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
  await expect(links).toHaveText(["About", "Episodes", "Cast", "Related"]);
  const tops = await links.evaluateAll((all) =>
    all.map((link) => {
      const id = (link as HTMLAnchorElement).hash.slice(1);
      return document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN;
    }),
  );
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  await links.getByText("Cast").click();
  await expect(page.getByRole("region", { name: "Characters" })).toBeInViewport();
  const staff = page.getByRole("region", { name: "Staff" });
  await expect(staff).toBeHidden();
  await page.getByRole("checkbox", { name: "Staff, Music" }).press("Space");
  await expect(staff).toBeVisible();
  await expect(page.getByRole("region", { name: "Music" })).toContainText("Tank!");
  expect(await seriousViolations(page)).toEqual([]);
  // This title has 25 episodes, of long names here, and a franchise.
  await page.goto("/anime/16498/shingeki-no-kyojin");
  await waitForHydration(page);
  await page
    .getByRole("main")
    .locator("li a[lang=en]")
    .evaluateAll((names) => {
      for (const name of names)
        name.textContent = "Night of the Graduation Ceremony: Humanity Rises";
    });
  expect(await height()).toBeLessThanOrEqual(3_500);
  // A title without a cast says nothing of one.
  await page.goto("/anime/2000000001");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lantern Road");
  await expect(page.getByRole("region", { name: "Characters" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Cast" })).toHaveCount(0);
});

test("related titles are links with their relation @main", async ({ page }) => {
  await page.goto(FRIEREN);
  const related = page.getByRole("region", { name: "Related" });
  await expect(related).toContainText("Sequel");
  await related.getByRole("listitem").getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sousou no Frieren 2nd Season");
});

test("a title leads to the watch order of its franchise @main", async ({ page }) => {
  await page.goto(FRIEREN);
  await page.getByRole("link", { name: "Watch order (1 of 2)" }).click();
  await expect(page).toHaveURL(/\/franchise\/52991\/sousou-no-frieren$/);
  await expect(page.getByRole("listitem").filter({ hasText: "2nd Season" })).toHaveCount(1);
  await page.getByRole("link", { name: "Story order" }).click();
  await expect(page).toHaveURL(/\?order=story$/);
  await expect(page.getByText("Sequels follow their prequels")).toBeVisible();
});

test("the trailer sends no request to its host until it is opened", async ({ page, context }) => {
  const requested: string[] = [];
  await context.route(/youtube/, (route) => {
    requested.push(new URL(route.request().url()).host);
    return route.fulfill({ body: "<p>player</p>", contentType: "text/html" });
  });
  await page.goto(FRIEREN);
  await waitForHydration(page);
  const play = page.getByRole("link", { name: /^Play the trailer/ });
  await play.scrollIntoViewIfNeeded();
  await expect(page.locator("iframe")).toHaveCount(0);
  expect(requested).toEqual([]);
  await play.click();
  await expect(page.locator("iframe")).toHaveAttribute(
    "src",
    /^https:\/\/www\.youtube-nocookie\.com\/embed\//,
  );
  await expect(page.frameLocator("iframe").getByText("player")).toBeVisible();
  expect(requested).toEqual(["www.youtube-nocookie.com"]);
});

test("what comes next but is not here yet is the same on the title, Home and Library", async ({
  page,
  context,
}) => {
  await signUp(context);
  const animeId = TROUBLED_TITLE;
  const first = Math.min(...Object.values(TROUBLED_EPISODES));
  const last = Math.max(...Object.values(NUMBERED_EPISODES));
  const data = { animeId, episode: last, watched: true };
  expect((await context.request.post("/api/user/progress", { data })).ok()).toBe(true);
  const plays = page.getByRole("link", { name: /^(Play|Continue with) / });
  for (const path of ["/", "/library?view=continue"]) {
    await page.goto(path);
    const card = page.getByRole("article", { name: "Samurai Champloo" });
    await expect(card).toContainText(`Episode ${last + 1}`);
    await expect(card).toContainText("Not here yet");
    await expect(card.locator(plays)).toHaveCount(0);
  }
  await page.goto(`/anime/${animeId}`);
  await expect(page.getByText(`Episode ${last + 1} · Not here yet`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Ask for it" })).toBeVisible();
  await expect(page.getByRole("main").locator("header").locator(plays)).toHaveCount(0);
  await expect(page.getByRole("link", { name: `Watch episode ${first}` })).toHaveClass(
    /button-quiet/,
  );
  await waitForHydration(page);
  await page.getByRole("button", { name: `mark episode ${last + 1} of` }).click();
  await expect(page.getByText(`Episode ${last + 2} · Not here yet`)).toBeVisible();
});

test("a playable title links to the next episode, and others do not @main", async ({ page }) => {
  await page.goto("/anime/2000000001");
  await page.getByRole("link", { name: "Watch episode 1" }).click();
  await expect(page).toHaveURL("/watch/2000000001/1");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Mark as watched" }).click();
  await page.getByRole("link", { name: "Lantern Road" }).click();
  await expect(page.getByRole("link", { name: "Continue with episode 2" })).toHaveAttribute(
    "href",
    "/watch/2000000001/2",
  );
  await page.getByRole("link", { name: "Continue with episode 2" }).click();
  await page.getByRole("button", { name: "Mark as watched" }).click();
  await page.getByRole("link", { name: "Lantern Road" }).click();
  await expect(page.getByRole("link", { name: "Watch again" })).toHaveAttribute(
    "href",
    "/watch/2000000001/1",
  );
  await page.goto(FRIEREN);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: /^(Watch|Continue with) episode/ })).toHaveCount(0);
});

test("long series list fifty episodes at a time @phone-nightly", async ({ page }) => {
  await page.goto("/anime/2402");
  await waitForHydration(page);
  await unfold(page, "Show all 50");
  await expect(
    page.getByRole("main").getByRole("listitem").filter({ hasText: /^50/ }),
  ).toBeVisible();
  await page.getByRole("combobox", { name: "Range of episodes" }).selectOption("Episodes 51–79");
  await expect(page).toHaveURL(/episodes=2$/);
  await expect(
    page.getByRole("main").getByRole("listitem").filter({ hasText: /^51/ }),
  ).toBeVisible();
  await unfold(page, "Show all 29");
  await expect(
    page.getByRole("main").getByRole("listitem").filter({ hasText: /^79/ }),
  ).toBeVisible();
});

test("an airing title counts down in local time", async ({ page }) => {
  await page.clock.setFixedTime(new Date("2026-11-20T10:00:00Z"));
  await page.goto("/anime/21/one-piece");
  await expect(page.getByText("Next episode in 2 days 4 h")).toBeVisible();
  await expect(page.getByText("Sunday 22 Nov")).toBeVisible();
});

test("metadata includes the canonical URL, a description, an image and linked data", async ({
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

test("an unknown title is a 404 with a search form @main", async ({ page }) => {
  const response = await page.goto("/anime/999999999");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("main").getByRole("searchbox")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything but the countdown is present, and the trailer is a link", async ({ page }) => {
    await page.goto(FRIEREN);
    await expect(page.getByRole("link", { name: /^Play the trailer/ })).toHaveAttribute(
      "href",
      /youtube-nocookie\.com\/embed\//,
    );
    await page.goto("/anime/21/one-piece");
    await expect(page.getByText("Sundays at 23:15 JST")).toBeVisible();
  });
});
