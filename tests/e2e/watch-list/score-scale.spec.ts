import type { BrowserContext, Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { signUp } from "../support/sign-up";

const FRIEREN = { id: 52991, path: "/anime/52991/sousou-no-frieren" };

interface Mode {
  scripts: boolean;
}

async function listTitle(context: BrowserContext, score: number, scoreScale = "10") {
  await signUp(context);
  const data = { animeId: FRIEREN.id, state: "watching", score };
  expect((await context.request.patch("/api/user/watchlist/entry", { data })).ok()).toBe(true);
  await context.request.post("/api/saveUserPreferences", { data: { scoreScale } });
}

async function scoreOf({ request }: BrowserContext): Promise<number | null> {
  const response = await request.get(`/api/user/watchlist/entry?animeId=${FRIEREN.id}`);
  return ((await response.json()) as { data: { score: number | null } }).data.score;
}

async function open(page: Page, path: string, { scripts }: Mode): Promise<void> {
  await page.goto(path);
  if (scripts) await waitForHydration(page);
}

async function chooseScale(page: Page, name: string, mode: Mode): Promise<void> {
  await open(page, "/settings", mode);
  const form = page.getByRole("form", { name: "Preferences" });
  const group = form.getByRole("group", { name: "Score scale" });
  await expect(group).toHaveAccessibleDescription(/^How you give scores/);
  const choice = group.getByRole("radio", { name, exact: true });
  await choice.check();
  if (!mode.scripts) await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("Settings saved.");
  await expect(choice).toBeChecked();
}

const scoreButton = (page: Page, name: string) =>
  page
    .getByRole("group", { name: "Your score for Sousou no Frieren" })
    .getByRole("button", { name, exact: true });
const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

async function scoreByStars(page: Page, context: BrowserContext, mode: Mode): Promise<void> {
  await listTitle(context, 80);
  await chooseScale(page, "5 stars", mode);
  await open(page, FRIEREN.path, mode);
  const star = (count: number) => scoreButton(page, `${count} of 5 stars`);
  await expect(star(4)).toHaveAttribute("aria-pressed", "true");
  await expect(star(3)).toHaveAttribute("aria-pressed", "false");
  await star(5).press("Enter");
  await expect(toast(page, "Sousou no Frieren rated 5 ★.")).toBeVisible();
  await expect(star(5)).toHaveAttribute("aria-pressed", "true");
  expect(await scoreOf(context)).toBe(100);
  if (mode.scripts) expect(await seriousViolations(page)).toEqual([]);
  await star(5).click();
  await expect(toast(page, "has been removed")).toBeVisible();
  await expect(star(5)).toHaveAttribute("aria-pressed", "false");
  expect(await scoreOf(context)).toBeNull();

  await open(page, "/list?view=table", mode);
  await star(3).click();
  await expect(toast(page, "Sousou no Frieren rated 3 ★.")).toBeVisible();
  await expect(star(3)).toHaveAttribute("aria-pressed", "true");
  expect(await scoreOf(context)).toBe(60);
}

async function scoreByFaces(page: Page, context: BrowserContext, mode: Mode): Promise<void> {
  await listTitle(context, 55);
  await chooseScale(page, "3 faces", mode);
  await open(page, FRIEREN.path, mode);
  await expect(scoreButton(page, "Neutral")).toHaveAttribute("aria-pressed", "true");
  await scoreButton(page, "Like").click();
  await expect(scoreButton(page, "Like")).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => scoreOf(context)).toBe(85);
  await page.getByRole("link", { name: "Edit entry" }).click();
  const form = page.getByRole("form", { name: "Edit entry" });
  const score = form.getByRole("group", { name: "Score", exact: true });
  await expect(score.getByRole("radio", { name: "Like", exact: true })).toBeChecked();
  if (mode.scripts) expect(await seriousViolations(page)).toEqual([]);
  await score.getByRole("radio", { name: "Dislike" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Sousou no Frieren saved.")).toBeVisible();
  expect(await scoreOf(context)).toBe(35);
  await open(page, "/list", mode);
  await expect(page.getByRole("main")).toContainText("Your score: 🙁");
}

async function scoreByPoints(page: Page, context: BrowserContext, mode: Mode): Promise<void> {
  await listTitle(context, 87);
  await chooseScale(page, "100 points", mode);
  await open(page, FRIEREN.path, mode);
  const score = page.getByRole("textbox", { name: "Your score for Sousou no Frieren" });
  await expect(score).toHaveValue("87");
  await score.fill("88");
  await score.press("Enter");
  await expect(toast(page, "Sousou no Frieren rated 88.")).toBeVisible();
  await chooseScale(page, "10 points with decimals", mode);
  await open(page, FRIEREN.path, mode);
  await expect(score).toHaveValue("8.8");
}

test("a score is given by stars, on a title's page and in My list @main", ({ page, context }) =>
  scoreByStars(page, context, { scripts: true }));

test("a score is given by faces, on a title's page and in the editor", ({ page, context }) =>
  scoreByFaces(page, context, { scripts: true }));

test("a score that the scale no longer has is refused beside its choices", async ({
  page,
  context,
  browserErrors,
}) => {
  await listTitle(context, 60, "5");
  await open(page, FRIEREN.path, { scripts: true });
  await page.getByRole("link", { name: "Edit entry" }).click();
  const form = page.getByRole("form", { name: "Edit entry" });
  const score = form.getByRole("group", { name: "Score", exact: true });
  const stars = score.getByRole("radio", { name: "5 of 5 stars" });
  await stars.check();
  await context.request.post("/api/saveUserPreferences", { data: { scoreScale: "3" } });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(score).toHaveAccessibleDescription(/^Score must be a number from 1 to 3/);
  await expect(stars).toBeFocused();
  expect(await seriousViolations(page)).toEqual([]);
  expect(await scoreOf(context)).toBe(60);
  expect(browserErrors.splice(0)).toEqual([expect.stringMatching(/^400 .*\/anime\//)]);
});

test("a score is typed in points", ({ page, context }) =>
  scoreByPoints(page, context, { scripts: true }));

test("a score has a decimal comma in Spanish, typed and shown", async ({ page, context }) => {
  await listTitle(context, 85, "10.0");
  await context.request.post("/api/user/sitePreferences", { data: { locale: "es" } });
  await open(page, FRIEREN.path, { scripts: true });
  const score = page.getByRole("textbox", { name: "Tu puntuación de Sousou no Frieren" });
  await expect(score).toHaveValue("8,5");
  await score.fill("7,4");
  await score.press("Enter");
  await expect.poll(() => scoreOf(context)).toBe(74);
  await page.reload();
  await expect(score).toHaveValue("7,4");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a score is given by stars, on a title's page and in My list", ({ page, context }) =>
    scoreByStars(page, context, { scripts: false }));

  test("a score is given by faces, on a title's page and in the editor", ({ page, context }) =>
    scoreByFaces(page, context, { scripts: false }));

  test("a score is typed in points", ({ page, context }) =>
    scoreByPoints(page, context, { scripts: false }));
});
