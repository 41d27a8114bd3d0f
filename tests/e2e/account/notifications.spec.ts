import type { Locator, Page } from "@playwright/test";
import { queryEmbedded } from "../../support/database/query-embedded";
import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { signUp } from "../support/sign-up";
import { tabTo } from "../support/tab-to";

const FRIEREN = 52991;
const ONE_PIECE = 21;
const server = startOwnServer();

/** Twelve episodes of one title that play here, and one of another that has aired. */
async function plant(userId: string): Promise<void> {
  const events = [
    ...Array.from({ length: 12 }, (_, index) => [FRIEREN, index + 3, "episode.available"] as const),
    [ONE_PIECE, 401, "episode.aired"] as const,
  ];
  await queryEmbedded(server.dataDir, async (sql) => {
    for (const [animeId, episode, kind] of events)
      await sql`
        WITH event AS (
          INSERT INTO outbox_events (kind, key, anime_mal_id, episode, spread_at)
          VALUES (${kind}, gen_random_uuid()::text, ${animeId}, ${episode}, now()) RETURNING id
        )
        INSERT INTO notifications (user_id, event_id, anime_mal_id, due_at)
        SELECT ${userId}, id, ${animeId}, now() - interval '1 second' FROM event`;
  });
}

const bellOf = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: /^Notifications/ });
const itemsOf = (page: Page) => page.getByRole("main").getByRole("listitem");
const named = (bell: Locator, name: string) => expect(bell).toHaveAccessibleName(name);

async function signUpWithNotices(page: Page): Promise<void> {
  const { id } = await signUp(page.context(), { site: server.url });
  await plant(id);
}

test("the bell leads to what is new, which is read, opened and muted @phone", async ({ page }) => {
  await signUpWithNotices(page);
  await page.goto(server.url);
  const bell = bellOf(page);
  await named(bell, "Notifications, 13 unread");
  await expect(bell).toHaveText("13");
  await bell.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notifications");
  await expect(bell).toHaveAttribute("aria-current", "page");
  await waitForHydration(page);
  await expect(page.getByRole("heading", { level: 2, name: "Today" })).toBeVisible();
  await expect(itemsOf(page)).toHaveCount(2);
  expect(await seriousViolations(page)).toEqual([]);
  const season = itemsOf(page).filter({ hasText: "Episodes 3–14 of Sousou no Frieren play here" });

  await season.getByRole("button", { name: "Mark as read" }).click();
  await named(bell, "Notifications, 1 unread");
  await expect(page.getByRole("status")).toHaveText("Marked as read");
  await expect(season.getByRole("button", { name: "Mark as read" })).toBeHidden();
  await page.getByRole("link", { name: "Unread", exact: true }).click();
  await expect(itemsOf(page)).toHaveCount(1);

  await itemsOf(page).getByRole("link", { name: "One Piece" }).click();
  await expect(page).toHaveURL(`${server.url}/anime/${ONE_PIECE}/one-piece`);
  await named(bell, "Notifications");
  await page.goBack();
  await expect(page.getByText("You’ve read everything")).toBeVisible();

  await page.getByRole("link", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: "Mute One Piece" }).click();
  const unmute = page.getByRole("button", { name: "Unmute One Piece" });
  await expect(unmute).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(unmute).toBeHidden();
});

test("the bell and its page work by keyboard", async ({ page }) => {
  await signUpWithNotices(page);
  await page.goto(server.url);
  await tabTo(page, bellOf(page));
  await page.keyboard.press("Enter");
  await waitForHydration(page);
  await tabTo(page, page.getByRole("button", { name: "Mark all as read" }));
  await page.keyboard.press("Enter");
  await named(bellOf(page), "Notifications");
  await expect(page.getByRole("button", { name: "Mark all as read" })).toBeHidden();
  await tabTo(page, page.getByRole("link", { name: "Where and when you’re notified" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("checkbox", { name: "An episode has aired: Bell" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Save" }).first());
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await tabTo(page, bellOf(page));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notifications");
  await expect(page.getByText("One Piece")).toBeHidden();
  await expect(itemsOf(page)).toHaveCount(1);
});

test("notifications need no scripts @phone", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signUpWithNotices(page);
  await page.goto(`${server.url}/notifications`);
  const bell = bellOf(page);
  await named(bell, "Notifications, 13 unread");

  await page.getByRole("link", { name: "Sousou no Frieren" }).click();
  await expect(page).toHaveURL(`${server.url}/anime/${FRIEREN}/sousou-no-frieren`);
  await named(bell, "Notifications, 1 unread");
  await bell.click();
  await page.getByRole("button", { name: "Mute Sousou no Frieren" }).click();
  await expect(page.getByText("Muted: Sousou no Frieren")).toBeVisible();
  await page.getByRole("button", { name: "Unmute Sousou no Frieren" }).click();
  await expect(page.getByText("No longer muted")).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await named(bell, "Notifications");

  await page.getByRole("link", { name: "Where and when you’re notified" }).click();
  const plays = page.getByRole("checkbox", { name: "An episode plays here: Bell" });
  await plays.uncheck();
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(plays).not.toBeChecked();
  await bell.click();
  await expect(page.getByText("Frieren")).toBeHidden();
  await context.close();
});
