import type { Page } from "@playwright/test";
import { signUp } from "../support/sign-up";
import { expect, test, waitForHydration } from "../support/fixtures";

/** Writes a bio that is too long, then one with line breaks and what looks like markup. */
async function writeBio(page: Page, ready: () => Promise<void>): Promise<void> {
  await signUp(page);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Edit about you" }).click();
  await expect(page).toHaveURL("/signup/profile?edit=1");
  await ready();
  const bio = page.getByLabel("Bio");
  await bio.fill("b".repeat(501));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(bio).toHaveAccessibleDescription(/Bio can have at most 500 characters\./);
  await expect(bio).toHaveAttribute("aria-invalid", "true");
  await expect(bio).toHaveValue("b".repeat(501));
  await bio.fill("I watch <b>slow</b> drama.\n\nAsk me about https://example.org & tea.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL("/profile");
  await expectBio(page);
}

/** The bio is one paragraph of plain text with its line breaks. */
async function expectBio(page: Page): Promise<void> {
  const shown = page.getByText("I watch <b>slow</b> drama.");
  await expect(shown).toBeVisible();
  expect(await shown.innerText()).toBe(
    "I watch <b>slow</b> drama.\n\nAsk me about https://example.org & tea.",
  );
  await expect(shown.locator("*")).toHaveCount(0);
}

test("a bio is plain text on the profile, and public only with it @main", async ({
  page,
  browser,
  baseURL,
  browserErrors,
}) => {
  await writeBio(page, () => waitForHydration(page));
  expect(browserErrors.splice(0)).toEqual([expect.stringMatching(/^400 .*\/signup\/profile/)]);
  const visitor = await browser.newContext({ baseURL });
  const { data } = (await (await page.request.get("/api/user/profile")).json()) as {
    data: { id: string };
  };
  const path = `/user/${data.id}`;
  const hidden = await visitor.request.get(path);
  expect(hidden.status()).toBe(404);
  expect(await hidden.text()).not.toContain("slow");
  await page.request.post("/api/user/sitePreferences", { data: { publicProfile: true } });
  const other = await visitor.newPage();
  await other.goto(path);
  await expectBio(other);
  await expect(other.locator("meta[name=description]")).toHaveAttribute(
    "content",
    /^I watch <b>slow<\/b> drama\./,
  );
  await visitor.close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a bio is written and shown", ({ page }) => writeBio(page, () => Promise.resolve()));
});
