import type { Page } from "@playwright/test";
import sharp from "sharp";
import { gradient, pixel } from "../../factories/image";
import { seriousViolations } from "../support/axe";
import { signUp } from "../support/sign-up";
import { expect, waitForHydration, test } from "../support/fixtures";

const menuButton = (page: Page) => page.getByRole("button", { name: /^Account of/ });
const field = (page: Page, name: RegExp) => page.getByRole("group", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const cropped = (page: Page) => dialog(page).getByRole("group", { name: /Crop area/ });
const openImages = (page: Page) => page.getByText("Change picture or banner").click();

/** Redder to the right and greener to the bottom. */
const landscape = async () => ({
  name: "landscape.jpg",
  mimeType: "image/jpeg",
  buffer: await gradient({ width: 1600, height: 800, format: "jpeg" }),
});
const file = async (width: number, height: number) => ({
  name: "a.png",
  mimeType: "image/png",
  buffer: await gradient({ width, height }),
});

async function bytesAt(page: Page, url: string | null): Promise<Buffer> {
  expect(url).toMatch(/^\/ipfs\/bafkrei/);
  return (await page.request.get(url ?? "")).body();
}

test("a new user crops an avatar in the second step, and the header shows it @main @phone-nightly", async ({
  page,
}) => {
  await signUp(page);
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto("/signup/profile");
  await waitForHydration(page);
  expect(scripts.filter((path) => path.includes("crop-dialog"))).toEqual([]);
  const avatar = field(page, /Your picture/);
  await avatar.getByLabel(/Choose an image/).setInputFiles(await landscape());
  await expect(dialog(page).getByRole("heading")).toHaveText("Crop picture");
  expect(scripts.filter((path) => path.includes("crop-dialog")).length).toBeGreaterThan(0);
  const box = await cropped(page).boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  expect(width).toBeCloseTo(height, 0);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 2000, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await dialog(page).getByRole("button", { name: "Apply" }).click();
  await expect(avatar.getByRole("status")).toHaveText("Image uploaded.");

  await page.getByLabel("Last name").fill("Valentine");
  await page.getByLabel("Gender").selectOption("Female");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your preferences");
  const made = await bytesAt(page, await menuButton(page).locator("img").getAttribute("src"));
  expect(await sharp(made).metadata()).toMatchObject({ format: "webp", width: 512, height: 512 });
  // The right half of the landscape.
  expect((await pixel(made, 2, 256)).r).toBeGreaterThan(110);
  expect((await pixel(made, 509, 256)).r).toBeGreaterThan(235);
});

test("a banner is changed and removed on the profile @main", async ({ page }) => {
  await signUp(page);
  await page.goto("/profile");
  await waitForHydration(page);
  await openImages(page);
  const banner = field(page, /^Banner/);
  await banner.getByLabel(/Choose an image/).setInputFiles(await landscape());
  const { width = 0, height = 1 } = (await cropped(page).boundingBox()) ?? {};
  expect(width / height).toBeCloseTo(1080 / 300, 1);
  await dialog(page).getByRole("slider", { name: "Zoom" }).fill("2");
  await dialog(page).getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Images updated.")).toBeVisible();
  const shown = page.getByRole("main").locator("img[width='1080']").first();
  await expect(shown).toHaveAttribute("src", /\/ipfs\//);
  const made = await bytesAt(page, await shown.getAttribute("src"));
  const size = await sharp(made).metadata();
  expect(Math.abs(size.width - 800)).toBeLessThan(3);
  expect(size.height).toBe(222);
  await banner.getByRole("button", { name: /Remove/ }).click();
  await expect(banner.getByRole("button", { name: /Remove/ })).toHaveCount(0);
  await expect(page.getByRole("main").locator("img[src*='/ipfs/']")).toHaveCount(0);
});

test("an image is chosen, moved, zoomed and saved with the keyboard only", async ({ page }) => {
  // Choosers stay intercepted: doing so anew may come after the key.
  page.on("filechooser", () => undefined);
  await signUp(page);
  await page.goto("/profile");
  await waitForHydration(page);
  await page.getByText("Change picture or banner").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(field(page, /^Picture/).getByLabel(/Choose an image/)).toBeFocused();
  const chosen = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await chosen).setFiles(await landscape());
  await expect(cropped(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(field(page, /^Picture/).getByLabel(/Choose an image/)).toBeFocused();

  const nextChooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await nextChooser).setFiles(await landscape());
  const zoom = dialog(page).getByRole("slider", { name: "Zoom" });
  await expect(zoom).toBeFocused();
  await expect(cropped(page)).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await expect(cropped(page)).toBeFocused();
  for (let step = 0; step < 60; step += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await expect(zoom).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(dialog(page).getByRole("button", { name: "Apply" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Images updated.")).toBeVisible();
  const made = await bytesAt(page, await menuButton(page).locator("img").getAttribute("src"));
  expect((await pixel(made, 500, 256)).r).toBeGreaterThan(200);
});

test("an image can be dropped on its field", async ({ page }) => {
  await signUp(page);
  await page.goto("/profile");
  await waitForHydration(page);
  await openImages(page);
  const { name, mimeType, buffer } = await file(300, 300);
  const transfer = await page.evaluateHandle(
    ({ base64, name, type }) => {
      const dropped = new DataTransfer();
      dropped.items.add(
        new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }),
      );
      return dropped;
    },
    { base64: buffer.toString("base64"), name, type: mimeType },
  );
  await field(page, /^Picture/).dispatchEvent("drop", { dataTransfer: transfer });
  await dialog(page).getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Images updated.")).toBeVisible();
  await expect(menuButton(page).locator("img")).toHaveAttribute("src", /^\/ipfs\//);
});

test("rejected images are explained, and a failed upload can be retried @phone-nightly", async ({
  page,
  browserErrors,
}) => {
  await signUp(page);
  await page.goto("/profile");
  await waitForHydration(page);
  await openImages(page);
  const avatar = field(page, /^Picture/);
  const input = avatar.getByLabel(/Choose an image/);
  await input.setInputFiles({
    name: "a.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture at all"),
  });
  await expect(input).toHaveAccessibleDescription(/This image type isn’t supported/);
  await input.setInputFiles({
    name: "a.png",
    mimeType: "image/png",
    buffer: Buffer.alloc(15 * 1024 * 1024 + 1),
  });
  await expect(input).toHaveAccessibleDescription(/Choose a smaller one/);
  await input.setInputFiles(await file(300, 300));
  await expect(cropped(page)).toBeVisible();
  await page.context().setOffline(true);
  await dialog(page).getByRole("button", { name: "Apply" }).click();
  await expect(input).toHaveAccessibleDescription(/The connection was lost/);
  await page.context().setOffline(false);
  await avatar.getByRole("button", { name: "Try again" }).click();
  await expect(menuButton(page).locator("img")).toHaveAttribute("src", /^\/ipfs\//);
  // Expects the refusal. Playwright's recorder also requests the URL of an image that does not
  // load.
  expect(
    browserErrors.splice(0).filter((line) => !/^400 |^Connecting to 'blob:/.test(line)),
  ).toEqual([]);
});

test("axe finds no serious violation in the dialog, which fits small screens", async ({ page }) => {
  await signUp(page);
  await page.goto("/profile");
  await waitForHydration(page);
  await openImages(page);
  expect(await seriousViolations(page)).toEqual([]);
  for (const [name, size] of [
    [/^Banner/, [400, 900]],
    [/^Picture/, [900, 400]],
  ] as const) {
    await field(page, name)
      .getByLabel(/Choose an image/)
      .setInputFiles(await file(size[0], size[1]));
    await expect(cropped(page)).toBeVisible();
    expect(await seriousViolations(page)).toEqual([]);
    for (const [width, height] of [
      [320, 560],
      [390, 844],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await expect(dialog(page).getByRole("button", { name: "Apply" })).toBeInViewport({
        ratio: 1,
      });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("images are plain file fields, cropped to the centre", async ({ page }) => {
    await signUp(page);
    await page.goto("/signup/profile");
    await field(page, /Your picture/)
      .locator("input[type=file]")
      .setInputFiles(await file(600, 300));
    await page.getByLabel("First name").fill("");
    await page.getByRole("button", { name: "Save and continue" }).click();
    // The first name is missing; the image is kept.
    await expect(page.getByLabel("First name")).toHaveAccessibleDescription(/\w/);
    await expect(field(page, /Your picture/).locator("img")).toHaveAttribute("src", /^\/ipfs\//);
    await page.getByLabel("First name").fill("Plain");
    await page.getByRole("button", { name: "Save and continue" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your preferences");
    const made = await bytesAt(page, await menuButton(page).locator("img").getAttribute("src"));
    expect(await sharp(made).metadata()).toMatchObject({ width: 300, height: 300 });

    await page.goto("/profile");
    await openImages(page);
    const banner = page.getByRole("form", { name: "Banner" });
    await banner.getByRole("button", { name: "Save" }).click();
    await expect(page.locator("input[name=banner_image_file]")).toHaveAccessibleDescription(
      /Choose an image\./,
    );
    await page
      .locator("input[name=banner_image_file]")
      .setInputFiles({ name: "x.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") });
    await banner.getByRole("button", { name: "Save" }).click();
    await expect(page.locator("input[name=banner_image_file]")).toHaveAccessibleDescription(
      /is not supported/,
    );
    await page.locator("input[name=banner_image_file]").setInputFiles(await landscape());
    await banner.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Images updated.")).toBeVisible();
    expect(
      await sharp(
        await bytesAt(
          page,
          await page.getByRole("main").locator("img[width='1080']").first().getAttribute("src"),
        ),
      ).metadata(),
    ).toMatchObject({ width: 1600, height: 444 });
    await openImages(page);
    await page
      .getByRole("form", { name: "Picture" })
      .getByRole("button", { name: /Remove/ })
      .click();
    await expect(menuButton(page).locator("img")).toHaveCount(0);
  });
});
