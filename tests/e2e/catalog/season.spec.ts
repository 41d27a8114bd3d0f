import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { signUp } from "../support/sign-up";

const FALL = "/season/2023/fall";

test("a visitor reads a season by day and by type, and goes to the one before @main @phone-nightly", async ({
  page,
}) => {
  await page.goto(FALL);
  await waitForHydration(page);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Fall 2023");
  await expect(page.getByRole("button", { name: /^Plan to watch/ })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 2, name: "Titles", exact: true })).toBeVisible();
  await expect(page.getByRole("article").first()).toBeInViewport();
  expect(await seriousViolations(page)).toEqual([]);
  const openControls = async () => {
    if (await page.getByRole("link", { name: "By type" }).isVisible()) return;
    await page.getByRole("button", { name: /^Filters/ }).click();
  };
  await openControls();
  await page.getByRole("link", { name: "By type" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "TV", exact: true })).toBeVisible();
  await openControls();
  await page.getByRole("link", { name: "By day" }).click();
  await expect(page).toHaveURL(/by=day/);
  await expect(page.getByRole("heading", { level: 2, name: "Friday", exact: true })).toBeVisible();
  await page.getByText("Compared with Summer 2023").click();
  await expect(page.getByRole("rowheader", { name: "TV", exact: true })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Seasons" })
    .getByRole("link", { name: "Summer 2023" })
    .click();
  await expect(heading).toHaveText("Summer 2023");
  await page.getByRole("link", { name: "Upcoming" }).click();
  await expect(heading).toHaveText("Upcoming");
});

test("a phone shows one row of controls before a season's first title", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [`${FALL}?by=day`, "/season"]) {
    await page.goto(path);
    await waitForHydration(page);
    const rows = await page.evaluate(() => {
      const main = document.querySelector("main");
      const card = main?.querySelector("article")?.getBoundingClientRect().top ?? 0;
      const tops = [...(main?.querySelectorAll("a, button, select, input") ?? [])]
        .map((control) => control.getBoundingClientRect())
        // Links in a sentence are no controls.
        .filter(({ height, bottom }) => height >= 40 && bottom <= card)
        .map(({ top, height }) => Math.round(top + height / 2));
      return { card, rows: [...new Set(tops)] };
    });
    expect(rows.card).toBeGreaterThan(0);
    expect(rows.rows, path).toHaveLength(1);
  }
  await page.goto(`${FALL}?by=day`);
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByRole("link", { name: /^Saturday/ }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Saturday" })).toBeInViewport();
  expect(await seriousViolations(page)).toEqual([]);
});

test("a season is sorted, filtered and left for another with its selects @main", async ({
  page,
}) => {
  await page.goto(FALL);
  await waitForHydration(page);
  const titles = page.getByRole("main").getByRole("heading", { level: 3 });
  const before = await titles.allInnerTexts();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("title");
  await expect(page).toHaveURL(/fall\?sort=title$/);
  await expect(titles.first()).not.toHaveText(before[0] ?? "");
  const fantasy = page.getByRole("option", { name: /^Fantasy \(\d+\)$/ });
  const count = Number(/\d+/.exec(await fantasy.innerText())?.[0]);
  await page.getByRole("combobox", { name: "Genre" }).selectOption("Fantasy");
  await expect(page).toHaveURL(/fall\?sort=title&genre=Fantasy$/);
  await expect(page.getByRole("article")).toHaveCount(count);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("");
  await expect(page).toHaveURL(/fall\?genre=Fantasy$/);
  await page.getByRole("combobox", { name: "Year" }).selectOption("2022");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fall 2022");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fall 2023");
  await expect(page.getByRole("combobox", { name: "Genre" })).toHaveValue("Fantasy");
});

test("a user plans a title with one press, by keyboard @main", async ({ page, context }) => {
  await signUp(context);
  await page.goto(FALL);
  await waitForHydration(page);
  const plan = page.getByRole("button", { name: /^Plan to watch/ });
  const count = await plan.count();
  await plan.first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/added to Plan/)).toBeVisible();
  await expect(plan).toHaveCount(count - 1);
  expect(await seriousViolations(page)).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a title is planned, and a private calendar link is made and revoked", async ({
    page,
    context,
  }) => {
    await signUp(context);
    await page.goto(FALL);
    const plan = page.getByRole("button", { name: /^Plan to watch/ });
    const count = await plan.count();
    await plan.first().click();
    await expect(page).toHaveURL(new RegExp(`${FALL}$`));
    await expect(plan).toHaveCount(count - 1);
    await page.getByRole("combobox", { name: "Season" }).selectOption("summer");
    await page.getByRole("button", { name: "Show" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Summer 2023");
    await page.getByRole("combobox", { name: "Titles" }).selectOption("others");
    await page.getByRole("button", { name: "Show" }).last().click();
    await expect(page).toHaveURL(/summer\?.*show=others/);
    await page.goto("/schedule");
    await page.getByRole("link", { name: "Delay and your calendar" }).click();
    await page.getByRole("spinbutton", { name: /^Hours until/ }).fill("6");
    await page.getByRole("button", { name: "Save schedule" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const url = await page.getByText(/mine\.ics\?code=[\w-]{43}/).innerText();
    const calendar = await page.request.get(url);
    expect(calendar.headers()["content-type"]).toContain("text/calendar");
    expect(calendar.headers()["cache-control"]).toBe("private, no-store");
    const feedUrl = await page.getByText(/mine\.atom\?code=[\w-]{43}/).innerText();
    expect(feedUrl.split("code=")[1]).toBe(url.split("code=")[1]);
    const feed = await page.request.get(feedUrl);
    expect(feed.headers()["content-type"]).toContain("application/atom+xml");
    await page.getByRole("button", { name: "Revoke link" }).click();
    for (const revoked of [url, feedUrl])
      expect((await page.request.get(revoked)).status()).toBe(404);
    await page.goto("/schedule");
    await expect(page.getByText("6 hours after the broadcast")).toBeVisible();
  });
});
