import { seriousViolations } from "../support/axe";
import { expectToFit } from "../support/expect-to-fit";
import { expect, test, waitForHydration } from "../support/fixtures";
import { signUp } from "../support/sign-up";
import { openEpisode, timeOf, video } from "../support/watching";

const LANTERN_ROAD = 2_000_000_001;

test("an account joins a household by a link and leaves it, without scripts", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signUp(context);
  await page.goto("/profiles/manage");
  await waitForHydration(page);
  await expect(page.getByRole("button", { name: "Leave household" })).toHaveCount(0);
  await page.getByRole("button", { name: "Create a link" }).click();
  const link = (await page.locator("main code").textContent()) ?? "";
  expect(link).toContain("/profiles/join?code=");
  await expectToFit(page);

  const options = baseURL === undefined ? {} : { baseURL };
  const other = await browser.newContext({ ...options, javaScriptEnabled: false });
  await signUp(other, { username: "Jet" });
  const joining = await other.newPage();
  await joining.goto(link);
  await expect(joining.getByRole("heading", { level: 1 })).toHaveText("Join Faye’s household");
  await joining.getByLabel("PIN (optional)").fill("12");
  await joining.getByRole("button", { name: "Join household" }).click();
  await expect(joining.getByText("A PIN has 4 to 8 digits.")).toBeVisible();
  await joining.getByLabel("PIN (optional)").fill("2468");
  await joining.getByRole("button", { name: "Join household" }).click();
  await expect(joining.getByText("You joined the household.")).toBeVisible();
  await expect(joining.locator("main li")).toHaveText([/FayeAccount/, /JetYour account\s·\sPIN/]);
  expect((await page.goto(link))?.status()).toBe(404);
  await expect(page.getByText("This link has expired or was used.")).toBeVisible();
  await expectToFit(page);

  await page.goto("/profiles/manage");
  await expect(page.getByRole("button", { name: "Remove Jet from the household" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit Jet" })).toHaveCount(0);
  await expectToFit(page);
  expect(await seriousViolations(page)).toEqual([]);
  await joining.getByRole("button", { name: "Leave household" }).click();
  await expect(joining.getByText("You left the household.")).toBeVisible();
  await expect(joining.locator("main li")).toHaveCount(1);
  await other.close();
});

test("an episode counts for those who watch with the viewer", async ({ page, context }) => {
  await signUp(context);
  await openEpisode(page);
  await expect(page.getByText("Watching with…")).toHaveCount(0);
  await context.request.post("/api/user/profiles", { data: { name: "Ein" } });
  await openEpisode(page);
  await page.keyboard.press("k");
  await timeOf(page).toBeGreaterThan(0.2);
  await video(page).evaluate((element) => element.setAttribute("data-seen", ""));
  await page.locator("summary", { hasText: "Watching with…" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "Ein" })).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Watching with Ein")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Ein" })).toBeChecked();
  await expectToFit(page);
  expect(await seriousViolations(page)).toEqual([]);
  // The film plays on.
  await expect(video(page)).toHaveAttribute("data-seen", "");
  expect(await video(page).evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
  await page.keyboard.press("9");
  const watched = async () =>
    (await (await context.request.get("/api/user/progress")).json()) as unknown;
  const entry = expect.objectContaining({ anime_id: String(LANTERN_ROAD), watched: true });
  await expect.poll(watched, { timeout: 30_000 }).toMatchObject({ data: [entry] });
  await page.goto("/profiles");
  await page.getByRole("button", { name: "Ein" }).click();
  await expect(page.getByRole("button", { name: "Account of Ein" })).toBeVisible();
  expect(await watched()).toMatchObject({ data: [entry] });
  await page.goto("/list/history");
  await expect(page.getByText("Lantern Road").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" }).first()).toBeVisible();
  await openEpisode(page);
  await expect(page.getByText("Watching with…")).toBeVisible();
});
