import type { BrowserContext, Locator, Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { openListSheet } from "../support/list-sheet";
import { signUp } from "../support/sign-up";
import { expect, waitForHydration, test } from "../support/fixtures";
import { SAMPLE_TITLE, TROUBLED_TITLE } from "../support/sample-episodes";
import { FIRST_EPISODE } from "../support/watching";
import { renderAtOnce } from "../support/render-at-once";

const FRIEREN = { id: 52991, path: "/anime/52991/sousou-no-frieren" };
const ONE_PIECE = 21;
const COWBOY_BEBOP = 1;
/** The second season of Dungeon Meshi, of which the catalog knows no first broadcast. */
const UNAIRED = 59068;
/** Two episodes, both with a source. */
const DEMO = { id: 2_000_000_001, path: "/anime/2000000001/lantern-road" };

interface Entry {
  state: string | null;
  episodes_seen: number;
  score: number | null;
  started_on: string | null;
  finished_on: string | null;
  notes: string | null;
  tags: string[];
  priority: number;
  private: boolean;
  rewatches: { started_on: string | null; finished_on: string | null; score: number | null }[];
}

async function entryOf({ request }: BrowserContext, animeId: number): Promise<Entry | null> {
  const response = await request.get(`/api/user/watchlist/entry?animeId=${animeId}`);
  return ((await response.json()) as { data: Entry | null }).data;
}

const track = (context: BrowserContext, animeId: number, fields: object) =>
  context.request.patch("/api/user/watchlist/entry", { data: { animeId, ...fields } });
const upNext = (page: Page) => page.getByRole("region", { name: "Continue watching" });
const toast = (page: Page) => page.getByRole("status").filter({ hasText: /./ });
const undo = (page: Page) => toast(page).getByRole("button", { name: "Undo" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Sousou no Frieren" });
const tick = (page: Page, number: number) =>
  page.getByRole("button", { name: `Episode ${number} watched`, exact: true });
const upTo = (page: Page, number: number) =>
  page.getByRole("button", { name: `Mark all up to episode ${number} as watched`, exact: true });

async function open(page: Page, path: string, { scripts }: { scripts: boolean }): Promise<void> {
  await page.goto(path);
  if (scripts) await waitForHydration(page);
}

/** Decorative, so found by its filled part. */
const progressBar = (scope: Locator) => scope.locator("[aria-hidden][style*=part]");

test("a progress bar is never empty, and absent without a known end", async ({ page, context }) => {
  await signUp(context);
  await track(context, FRIEREN.id, { state: "watching" });
  await track(context, ONE_PIECE, { state: "watching", episodesSeen: 1000 });
  await context.request.post("/api/user/progress", {
    data: {
      entries: [{ animeId: COWBOY_BEBOP, episode: 1, position: 600, duration: 1440, age: 10 }],
    },
  });
  await open(page, "/", { scripts: true });
  const next = (name: string) => upNext(page).getByRole("article", { name });
  await expect(next("Sousou no Frieren")).toContainText("0 of 28");
  await expect(progressBar(next("Sousou no Frieren"))).toBeHidden();
  await expect(next("One Piece")).toContainText("1,000 watched");
  await expect(progressBar(next("One Piece"))).toBeHidden();
  await expect(progressBar(next("Cowboy Bebop"))).toBeVisible();
  await next("Sousou no Frieren")
    .getByRole("button", { name: "mark episode 1 of Sousou no Frieren" })
    .click();
  await expect(progressBar(next("Sousou no Frieren"))).toBeVisible();
});

async function countUpFromHome(
  page: Page,
  context: BrowserContext,
  mode: { scripts: boolean },
): Promise<void> {
  await signUp(context);
  await track(context, FRIEREN.id, { state: "watching", episodesSeen: 4 });
  await track(context, DEMO.id, { state: "watching" });
  await track(context, ONE_PIECE, { state: "paused" });
  await open(page, "/", mode);
  await expect(upNext(page).getByRole("article")).toHaveCount(2);
  const frieren = upNext(page).getByRole("article", { name: "Sousou no Frieren" });
  const demo = upNext(page).getByRole("article", { name: "Lantern Road" });
  await expect(frieren).toContainText("4 of 28");
  await expect(frieren.getByRole("link", { name: /^Play/ })).toHaveCount(0);
  await expect(demo.getByRole("link", { name: /^Play episode 1/ })).toHaveAttribute(
    "href",
    FIRST_EPISODE,
  );
  await frieren.getByRole("button", { name: "mark episode 5 of Sousou no Frieren" }).click();
  await expect(frieren).toContainText("5 of 28");
  await expect(toast(page)).toContainText("Episode 5 of Sousou no Frieren marked as watched.");
  await expect(page).toHaveURL("/");
  await undo(page).click();
  await expect(frieren).toContainText("4 of 28");
  await expect.poll(() => entryOf(context, FRIEREN.id)).toMatchObject({ episodes_seen: 4 });

  for (const [name, state] of [
    ["Pause", "paused"],
    ["Drop", "dropped"],
  ]) {
    await demo.getByRole("button", { name: `${name} Lantern Road` }).click();
    await expect(demo).toHaveCount(0);
    await expect.poll(() => entryOf(context, DEMO.id)).toMatchObject({ state });
    await undo(page).click();
    await expect(demo).toHaveCount(1);
  }
}

test("Home begins with what is being watched, and counts it up @main @phone-nightly", async ({
  page,
  context,
}) => {
  await countUpFromHome(page, context, { scripts: true });
  const headings = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(headings.first()).toHaveText("Continue watching");
  expect(await seriousViolations(page)).toEqual([]);
});

test("Home and Library continue with the same cards, in rows read across", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signUp(context);
  for (const animeId of [2_000_000_001, SAMPLE_TITLE, TROUBLED_TITLE]) {
    const data = { animeId, episode: 1, position: 20, duration: 40 };
    expect((await context.request.post("/api/user/progress", { data })).ok()).toBe(true);
  }
  const cardsOn = async (path: string) => {
    await page.goto(path);
    await waitForHydration(page);
    const cards = page
      .getByRole("region", { name: "Continue watching" })
      .getByRole("listitem")
      .filter({ has: page.getByRole("article") });
    await expect(cards).toHaveCount(3);
    const boxes = await cards.evaluateAll((all) =>
      all.map((card) => {
        const { left, top, width, height } = card.getBoundingClientRect();
        const filled = card.querySelector("article")?.getBoundingClientRect().height;
        return { left, top, width, height, filled };
      }),
    );
    return { boxes, texts: await cards.allInnerTexts() };
  };
  const home = await cardsOn("/");
  const library = await cardsOn("/library?view=continue");
  expect(library.texts).toEqual(home.texts);
  for (const { boxes } of [home, library]) {
    const [first, second, third] = boxes;
    expect(second?.top).toBe(first?.top);
    expect(second?.left).toBeGreaterThan(first?.left ?? Number.NaN);
    expect(third?.left).toBe(first?.left);
    expect(third?.top).toBeGreaterThan(first?.top ?? Number.NaN);
    for (const { height, filled } of boxes) expect(filled).toBe(height);
  }
  expect(library.boxes.map(({ width }) => width)).toEqual(home.boxes.map(({ width }) => width));
});

test("the last episode completes a title and offers to rate it once @main", async ({
  page,
  context,
}) => {
  await signUp(context);
  await track(context, DEMO.id, { state: "watching", episodesSeen: 1 });
  await open(page, "/", { scripts: true });
  await upNext(page)
    .getByRole("button", { name: /mark episode 2/ })
    .click();
  await expect(toast(page)).toContainText("You’ve completed Lantern Road.");
  await expect(upNext(page)).toHaveCount(0);
  await toast(page).getByRole("link", { name: "Rate it" }).click();
  await expect(page).toHaveURL(`${DEMO.path}?edit=1#entry`);
  const form = page.getByRole("form", { name: "Edit entry" });
  await form.getByRole("combobox", { name: "Score" }).selectOption("9");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toContainText("Lantern Road saved.");
  expect(await entryOf(context, DEMO.id)).toMatchObject({ state: "completed", score: 90 });
});

test("a half-played episode comes first, with its still, its position and +1 @main", async ({
  page,
  context,
}) => {
  await signUp(context);
  await context.request.post("/api/user/progress", {
    data: { entries: [{ animeId: DEMO.id, episode: 1, position: 20, duration: 40 }] },
  });
  await track(context, FRIEREN.id, { state: "watching" });
  await open(page, "/", { scripts: true });
  const first = upNext(page).getByRole("listitem").first();
  const play = first.getByRole("link", { name: /^Play episode 1/ });
  await expect(first).toContainText("1 min left");
  await expect(first.locator("img")).toHaveAttribute("src", `/media/still/${DEMO.id}/1/320.webp`);
  // What to watch next is one click away, without scrolling.
  await expect(play).toBeInViewport({ ratio: 1 });
  await expect(play).toHaveAttribute("href", FIRST_EPISODE);
  await first.getByRole("button", { name: "mark episode 1 of Lantern Road as watched" }).click();
  await expect(toast(page)).toContainText("Episode 1 of Lantern Road marked as watched.");
  await expect(upNext(page).getByRole("link", { name: /^Play episode 2/ })).toBeVisible();
});

test("something new is one click from Home, without scrolling @main @phone", async ({
  page,
  context,
}) => {
  await signUp(context);
  for (const id of [FRIEREN.id, DEMO.id, ONE_PIECE, COWBOY_BEBOP])
    await track(context, id, { state: "watching" });
  await open(page, "/", { scripts: true });
  await expect(upNext(page).getByRole("link", { name: "Random title" })).toBeInViewport({
    ratio: 1,
  });
  const planned = 9253;
  await track(context, planned, { state: "planned" });
  await page.reload();
  const pick = upNext(page).getByRole("link", { name: "Pick for me" });
  await expect(pick).toBeInViewport({ ratio: 1 });
  await pick.click();
  await expect(page).toHaveURL(new RegExp(`^[^?]*/anime/${planned}/`));
});

test("a row that leaves the page with its response still tells what it did", async ({
  page,
  context,
}) => {
  await signUp(context);
  await track(context, DEMO.id, { state: "watching" });
  await open(page, "/", { scripts: true });
  const pause = upNext(page).getByRole("button", { name: "Pause Lantern Road" });
  await renderAtOnce(page, () => pause.click());
  await expect(upNext(page)).toHaveCount(0);
  await expect(toast(page)).toContainText("Lantern Road");
});

for (const scripts of [true, false])
  test.describe(`Drop on Home, scripts: ${String(scripts)}`, () => {
    test.use({ javaScriptEnabled: scripts });

    test("moves the title out of the row with one click, and Undo brings it back", async ({
      page,
      context,
    }) => {
      await signUp(context);
      await track(context, FRIEREN.id, { state: "watching", episodesSeen: 4 });
      await track(context, DEMO.id, { state: "watching" });
      await open(page, "/", { scripts });
      const item = upNext(page).getByRole("article", { name: "Sousou no Frieren" });
      await item.getByRole("button", { name: "Drop Sousou no Frieren" }).click();
      await expect(item).toHaveCount(0);
      await expect(upNext(page).getByRole("article", { name: "Lantern Road" })).toBeVisible();
      expect(await entryOf(context, FRIEREN.id)).toMatchObject({
        state: "dropped",
        episodes_seen: 4,
      });
      await undo(page).click();
      await expect(item).toBeVisible();
      expect(await entryOf(context, FRIEREN.id)).toMatchObject({
        state: "watching",
        episodes_seen: 4,
      });
    });
  });

async function edit(page: Page, context: BrowserContext, mode: { scripts: boolean }) {
  await signUp(context);
  await track(context, FRIEREN.id, { state: "watching", notes: "From another device" });
  await open(page, FRIEREN.path, mode);
  await openListSheet(page);
  await page.getByRole("link", { name: "Edit entry" }).click();
  if (!mode.scripts) await expect(page).toHaveURL(`${FRIEREN.path}?edit=1#entry`);
  const form = page.getByRole("form", { name: "Edit entry" });
  await form.getByLabel("Episodes watched").fill("29");
  await form.getByRole("textbox", { name: "Start date" }).fill("2024-05");
  await form.getByRole("textbox", { name: "Finish date" }).fill("2023");
  await form.getByLabel("Tags").fill("funny, with snow");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("Episodes watched")).toHaveAccessibleDescription(
    /Episodes watched can be at most 28/,
  );
  await expect(form.getByLabel("Tags")).toHaveValue("funny, with snow");
  await form.getByLabel("Episodes watched").fill("3");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("textbox", { name: "Finish date" })).toHaveAccessibleDescription(
    /The finish date can’t be before the start date/,
  );
  await expect(form.getByRole("textbox", { name: "Start date" })).toHaveValue("2024-05");
  expect(await entryOf(context, FRIEREN.id)).toMatchObject({ episodes_seen: 0, tags: [] });

  // Another device changes a field that this form does not.
  await track(context, FRIEREN.id, { priority: 2 });
  await form.getByRole("textbox", { name: "Finish date" }).fill("");
  await form.getByRole("combobox", { name: "Score" }).selectOption("8");
  await form.getByLabel("Private").check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toContainText("Sousou no Frieren saved.");
  expect(await entryOf(context, FRIEREN.id)).toMatchObject({
    state: "watching",
    episodes_seen: 3,
    score: 80,
    started_on: "2024-05",
    finished_on: null,
    notes: "From another device",
    tags: ["funny", "with snow"],
    priority: 2,
    private: true,
  });
  const own = page.getByRole("region", { name: "My entry" });
  await openListSheet(page);
  await expect(own).toContainText("3 of 28 watched");
  await expect(own).toContainText("Since May 2024");
  await expect(own).toContainText("with snow");
}

test("an entry is edited in a dialog, with errors beside the fields @main @phone", async ({
  page,
  context,
  browserErrors,
}) => {
  await edit(page, context, { scripts: true });
  await expect(dialog(page)).toHaveCount(0);
  expect(browserErrors.splice(0)).toEqual([
    expect.stringMatching(/^400 /),
    expect.stringMatching(/^400 /),
  ]);
});

test("the editor sets today's date, or one of a calendar", async ({ page, context }) => {
  await signUp(context);
  await track(context, FRIEREN.id, { state: "watching" });
  await open(page, FRIEREN.path, { scripts: true });
  await page.getByRole("link", { name: "Edit entry" }).click();
  const form = page.getByRole("form", { name: "Edit entry" });
  const today = await page.evaluate(() => new Date().toISOString().slice(0, 10));
  await form.getByRole("button", { name: "Today: Finish date" }).click();
  await expect(form.getByRole("textbox", { name: "Finish date" })).toHaveValue(today);
  await expect(form.getByRole("button", { name: "Choose a date: Start date" })).toBeVisible();
  // Browsers draw the calendar, and set the date of its control.
  await form.locator("input[type=date]").first().fill("2024-05-17");
  await expect(form.getByRole("textbox", { name: "Start date" })).toHaveValue("2024-05-17");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toContainText("Sousou no Frieren saved.");
  expect(await entryOf(context, FRIEREN.id)).toMatchObject({
    started_on: "2024-05-17",
    finished_on: today,
  });
});

test("an entry is edited with the keyboard alone", async ({ page, context }) => {
  await signUp(context);
  await open(page, FRIEREN.path, { scripts: true });
  const button = page.getByRole("link", { name: "Add with details" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog(page).getByLabel("Status").focus();
  await page.keyboard.press("w");
  await page.keyboard.press("Tab");
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(toast(page)).toContainText("Sousou no Frieren saved.");
  expect(await entryOf(context, FRIEREN.id)).toMatchObject({
    state: "watching",
    episodes_seen: 12,
  });
});

test("an editor without a response keeps what was entered", async ({
  page,
  context,
  browserErrors,
}) => {
  await signUp(context);
  await open(page, FRIEREN.path, { scripts: true });
  await page.getByRole("link", { name: "Add with details" }).click();
  await dialog(page).getByLabel("Notes").fill("Nothing is lost");
  await page.route(/\.data(\?|$)/, (route) => route.abort("internetdisconnected"));
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Can’t reach the site");
  await expect(dialog(page).getByLabel("Notes")).toHaveValue("Nothing is lost");
  await page.unroute(/\.data(\?|$)/);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toContainText("Sousou no Frieren saved.");
  expect(await entryOf(context, FRIEREN.id)).toMatchObject({ notes: "Nothing is lost" });
  browserErrors.length = 0;
});

/** Finds a row of the editor by its name. */
const rewatch = (page: Page, name: string) =>
  page.getByRole("form", { name: "Edit entry" }).getByRole("group", { name, exact: true });
const rewatchDate = (page: Page, name: string, date: "From" | "To") =>
  rewatch(page, name).getByRole("textbox", { name: date });

async function editRewatches(page: Page, context: BrowserContext, mode: { scripts: boolean }) {
  await signUp(context);
  await track(context, FRIEREN.id, {
    state: "completed",
    rewatches: [{ startedOn: "2024-01", finishedOn: "2024-03", score: 85 }, {}],
  });
  await open(page, FRIEREN.path, mode);
  const openEditor = async () => {
    await page.getByRole("link", { name: "Edit entry" }).click();
    const form = page.getByRole("form", { name: "Edit entry" });
    await form.locator("summary").click();
    return form;
  };
  const form = await openEditor();
  await expect(rewatchDate(page, "Rewatch 2", "From")).toHaveValue("2024-01");
  await rewatchDate(page, "Rewatch 2", "To").fill("2023");
  await rewatchDate(page, "Add a rewatch", "From").fill("2025");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(rewatchDate(page, "Rewatch 2", "To")).toHaveAccessibleDescription(
    /The finish date can’t be before the start date/,
  );
  await rewatchDate(page, "Rewatch 2", "To").fill("2024-04");
  await rewatch(page, "Rewatch 1").getByLabel("Remove").check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toContainText("Sousou no Frieren saved.");
  expect(await entryOf(context, FRIEREN.id)).toMatchObject({
    state: "completed",
    rewatches: [
      { started_on: "2024-01", finished_on: "2024-04", score: 85 },
      { started_on: "2025", finished_on: null, score: null },
    ],
  });
  await undo(page).click();
  await expect(toast(page)).toContainText("has been undone");
  expect((await entryOf(context, FRIEREN.id))?.rewatches).toHaveLength(2);
}

test("an editor keeps what is being entered when another change arrives", async ({
  page,
  context,
}) => {
  await signUp(context);
  await track(context, FRIEREN.id, { state: "watching", episodesSeen: 3 });
  await open(page, FRIEREN.path, { scripts: true });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  await track(context, FRIEREN.id, { score: 80 });
  await tick(page, 4).click();
  await page.getByRole("link", { name: "Edit entry" }).click();
  await dialog(page).getByLabel("Notes").fill("Slow and kind");
  release();
  await expect(page.getByRole("combobox", { name: "Your score for" })).toHaveValue("8");
  await expect(dialog(page).getByLabel("Notes")).toHaveValue("Slow and kind");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await entryOf(context, FRIEREN.id)).toMatchObject({
    episodes_seen: 4,
    score: 80,
    notes: "Slow and kind",
  });
});

test("rewatches are edited, removed and added in the editor, and undone", async ({
  page,
  context,
  browserErrors,
}) => {
  await editRewatches(page, context, { scripts: true });
  expect(browserErrors.splice(0)).toEqual([expect.stringMatching(/^400 /)]);
  await page.getByRole("link", { name: "Edit entry" }).click();
  // The page reads the entry again after the toast, and then shows the editor anew.
  await expect(dialog(page).locator("input[name=was]")).toHaveValue(/2024-03/);
  await dialog(page).locator("summary").click();
  expect(await seriousViolations(page)).toEqual([]);
  await expect(rewatch(page, "Add a rewatch")).toHaveCount(1);
  await rewatch(page, "Add a rewatch").getByLabel("I don’t know when").check();
  await expect(rewatch(page, "Add a rewatch")).toHaveCount(2);
  const today = await page.evaluate(() => new Date().toISOString().slice(0, 10));
  const started = rewatch(page, "Add a rewatch").nth(1);
  await started.getByRole("button", { name: "Today: From" }).click();
  await expect(rewatch(page, "Add a rewatch")).toHaveCount(3);
  await expect(started.getByRole("textbox", { name: "From" })).toHaveValue(today);
  await started.locator("input[type=date]").last().fill("2024-05-17");
  await expect(started.getByRole("textbox", { name: "To" })).toHaveValue("2024-05-17");
});

async function tickEpisodes(
  page: Page,
  context: BrowserContext,
  mode: { scripts: boolean },
): Promise<void> {
  await signUp(context);
  await open(page, FRIEREN.path, mode);
  await tick(page, 2).click();
  await expect(tick(page, 2)).toHaveAttribute("aria-pressed", "true");
  await expect(toast(page)).toContainText("Episode 2 of Sousou no Frieren marked as watched.");
  await openListSheet(page);
  await expect(page.getByRole("button", { name: "Watching", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("Escape");
  await upTo(page, 5).click();
  await expect(toast(page)).toContainText("watched up to episode 5");
  for (const number of [1, 2, 3, 4, 5])
    await expect(tick(page, number)).toHaveAttribute("aria-pressed", "true");
  await expect(tick(page, 6)).toHaveAttribute("aria-pressed", "false");
  const own = page.getByRole("region", { name: "My entry" });
  const expectSeen = async (seen: string) => {
    await openListSheet(page);
    await expect(own).toContainText(seen);
    await page.keyboard.press("Escape");
  };
  await expectSeen("5 of 28 watched");
  await tick(page, 3).click();
  await expect(tick(page, 3)).toHaveAttribute("aria-pressed", "false");
  await expectSeen("4 of 28 watched");
  await undo(page).click();
  await expect(tick(page, 3)).toHaveAttribute("aria-pressed", "true");
  await openListSheet(page);
  await own.getByRole("button", { name: "mark episode 6 of Sousou no Frieren" }).click();
  await expect(tick(page, 6)).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(() => entryOf(context, FRIEREN.id))
    .toMatchObject({ state: "watching", episodes_seen: 6 });
}

test("episodes are ticked on the title page, one by one and up to one @phone-nightly", async ({
  page,
  context,
}) => {
  await tickEpisodes(page, context, { scripts: true });
  expect(await seriousViolations(page)).toEqual([]);
});

test("the title page and the watch page agree on what was watched @main", async ({
  page,
  context,
}) => {
  await signUp(context);
  await open(page, FIRST_EPISODE, { scripts: true });
  await page.getByRole("button", { name: "Mark as watched" }).click();
  await expect(page.getByRole("button", { name: "Watched", exact: true })).toBeVisible();
  // The page is not reloaded, so that it still has what it sent.
  await page.getByRole("main").getByRole("link", { name: "Lantern Road" }).first().click();
  await expect(tick(page, 1)).toHaveAttribute("aria-pressed", "true");
  await tick(page, 1).click();
  await expect(toast(page)).toContainText("marked as not watched");
  await expect(tick(page, 1)).toHaveAttribute("aria-pressed", "false");
  await page.goBack();
  await expect(page.getByRole("button", { name: "Mark as watched" })).toBeVisible();
  expect(await entryOf(context, DEMO.id)).toMatchObject({ episodes_seen: 0 });
});

test("a title that has not aired cannot be completed, and says so", async ({
  page,
  context,
  browserErrors,
}) => {
  await signUp(context);
  const id = UNAIRED;
  await open(page, `/anime/${id}`, { scripts: true });
  await page.getByRole("button", { name: "Completed", exact: true }).click();
  await expect(toast(page)).toContainText("hasn’t started airing");
  await page.getByRole("link", { name: "Add with details" }).click();
  const form = page.getByRole("form", { name: "Edit entry" });
  await expect(form.getByLabel("Status")).toHaveAccessibleDescription(/Not aired yet/);
  await form.getByLabel("Status").selectOption("completed");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("Status")).toHaveAccessibleDescription(/hasn’t started airing/);
  expect(await entryOf(context, id)).toBeNull();
  browserErrors.length = 0;
});

test("the schedule counts up titles being watched, and cards show the result", async ({
  page,
  context,
}) => {
  await signUp(context);
  await track(context, ONE_PIECE, { state: "watching", episodesSeen: 3, score: 80 });
  await open(page, "/schedule?show=mine", { scripts: true });
  const plus = page.getByRole("button", { name: /mark episode 4 of One Piece/ });
  await plus.first().click();
  await expect(toast(page)).toContainText("Episode 4 of One Piece marked as watched.");
  expect(await entryOf(context, ONE_PIECE)).toMatchObject({ episodes_seen: 4 });
  await page.goto("/browse?search_query=one+piece");
  const card = page.getByRole("main").locator(`a[href^="/anime/${ONE_PIECE}/"]`).first();
  await expect(card).toContainText("On my list: Watching. 4 watched. Your score: 8.");
});

test("personal pages are not stored by caches, and visitors see nothing personal @main", async ({
  browser,
  baseURL,
  context,
}) => {
  await signUp(context);
  await track(context, FRIEREN.id, { state: "watching", notes: "A secret note", private: true });
  await track(context, ONE_PIECE, { state: "watching", private: true });
  for (const path of ["/", FRIEREN.path, "/schedule", "/browse"]) {
    const own = await context.request.get(path);
    expect(own.headers()["cache-control"], path).toBe("private, no-store");
    expect(await own.text(), path).toContain(
      path === FRIEREN.path ? "A secret note" : "On my list: Watching.",
    );
  }
  const visitor = await browser.newContext({ baseURL });
  for (const path of ["/", FRIEREN.path, "/schedule", "/browse"]) {
    const text = await (await visitor.request.get(path)).text();
    expect(text).not.toContain("On my list");
    expect(text).not.toContain("A secret note");
  }
  await visitor.close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("Home counts up with plain forms", ({ page, context }) =>
    countUpFromHome(page, context, { scripts: false }));

  test("the editor is a form in the page", ({ page, context }) =>
    edit(page, context, { scripts: false }));

  test("a score that is saved unchanged stays as it is", async ({ page, context }) => {
    await signUp(context);
    await track(context, FRIEREN.id, { state: "watching", score: 87 });
    await page.goto(FRIEREN.path);
    const score = page.getByRole("combobox", { name: "Your score for Sousou no Frieren" });
    const save = page.getByRole("button", { name: "Save" });
    await expect(score).toHaveValue("9");
    await save.click();
    await expect(toast(page)).toContainText("Sousou no Frieren");
    expect(await entryOf(context, FRIEREN.id)).toMatchObject({ score: 87 });
    await score.selectOption("8");
    await save.click();
    await expect(score).toHaveValue("8");
    expect(await entryOf(context, FRIEREN.id)).toMatchObject({ score: 80 });
  });

  test("the editor says why a title that is watched again has a finish date", async ({
    page,
    context,
  }) => {
    await signUp(context);
    await track(context, DEMO.id, { state: "completed", finishedOn: "2023-05" });
    const finished = page
      .getByRole("form", { name: "Edit entry" })
      .getByRole("textbox", { name: "Finish date" });
    await page.goto(`${DEMO.path}?edit=1`);
    await expect(finished).toHaveAccessibleDescription("A year or a month is enough.");
    await track(context, DEMO.id, { state: "rewatching", finishedOn: "2023-05" });
    await page.reload();
    await expect(finished).toHaveValue("2023-05");
    await expect(finished).toHaveAccessibleDescription(/^Kept from when you completed it/);
  });

  test("rewatches are edited with plain forms", ({ page, context }) =>
    editRewatches(page, context, { scripts: false }));

  test("episodes are ticked with plain forms", ({ page, context }) =>
    tickEpisodes(page, context, { scripts: false }));
});
