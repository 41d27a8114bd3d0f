import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { expect, measureLayoutShift, test, waitForHydration } from "../support/fixtures";
import { signUpWithEntries } from "../support/full-account";
import { findMisfits } from "../support/measure-controls";
import { followNothing } from "../support/no-stream";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

/** The longest names, words and runs of kanji and symbols of the full catalog. */
const titles = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../fixtures/difficult-titles.json"), "utf8"),
) as string[];
const WIDTHS = [320, 360, 390, 768, 1440];
const FRIEREN = "/anime/52991/sousou-no-frieren";

/** Sets the texts in turn, and lists those that stand out of their box or of the page. */
const cutTexts = (page: Page, selector: string) =>
  page.evaluate(
    ({ selector: named, texts }) => {
      const elements = [...document.querySelectorAll<HTMLElement>(named)];
      const cut: string[] = [];
      for (let start = 0; start < texts.length; start += elements.length) {
        elements.forEach((element, index) => (element.textContent = texts[start + index] ?? ""));
        for (const element of elements) {
          const { left, right } = element.getBoundingClientRect();
          const { overflowY, webkitLineClamp } = getComputedStyle(element);
          const mayBeCut = overflowY !== "visible" && webkitLineClamp === "none";
          if (
            element.scrollWidth > element.clientWidth + 1 ||
            left < 0 ||
            right > innerWidth ||
            (mayBeCut && element.scrollHeight > element.clientHeight + 1)
          )
            cut.push(element.textContent);
        }
        if (document.documentElement.scrollWidth > innerWidth)
          cut.push(`scrolls sideways from ${String(start)}`);
      }
      return cut;
    },
    { selector, texts: titles },
  );

/** Lists the lines that begin with the dot between two facts. */
const linesWithDot = (page: Page) =>
  page.evaluate(() => {
    const lines: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const content = text.textContent ?? "";
      for (let at = content.indexOf("·"); at >= 0; at = content.indexOf("·", at + 1)) {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const dot = range.getBoundingClientRect();
        // What stands on the line before it; a dot in an element of its own follows another.
        range.setStart(text, 0);
        range.setEnd(text, at);
        const before = [...range.getClientRects()].filter(({ width }) => width > 0).at(-1);
        const block = text.parentElement?.closest("p, li, h1, h2, h3, div, span.block");
        const isFirst =
          before === undefined
            ? dot.left <= (block?.getBoundingClientRect().left ?? 0) + 1
            : before.bottom <= dot.top + 1;
        if (dot.width > 0 && isFirst) lines.push(`${location.pathname}: ${content}`);
      }
    }
    return lines;
  });

test("no line of facts begins with a dot @nightly", async ({ page, context }) => {
  test.slow();
  await signUpWithEntries(context);
  for (const path of [
    "/season/2023/fall?by=all",
    "/season/2023/fall?by=day",
    FRIEREN,
    "/schedule?show=all",
    "/browse?view=list",
    "/search?q=frieren",
    "/list",
    "/",
  ]) {
    await page.goto(path);
    await waitForHydration(page);
    for (const width of [320, 360, 390, 430, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await linesWithDot(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

test("none of 200 difficult titles is cut on cards, in lists and as a heading", async ({
  page,
}) => {
  test.slow();
  expect(titles).toHaveLength(200);
  for (const [path, selector] of [
    ["/browse", "section[aria-busy] a > .line-clamp-2"],
    ["/browse?view=list", "section[aria-busy] a .line-clamp-2"],
    [FRIEREN, "h1"],
  ] as const) {
    await page.goto(path);
    await waitForHydration(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await cutTexts(page, selector), `${path} at ${String(width)} px`).toEqual([]);
    }
  }
});

test("controls of the open filters and of the search's suggestions are inside, too", async ({
  page,
}) => {
  await page.goto("/browse");
  await waitForHydration(page);
  for (const width of WIDTHS.slice(0, 4)) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole("button", { name: /^Filters/ }).click();
    expect.soft(await findMisfits(page)).toEqual([]);
    await page.getByRole("button", { name: "Close filters" }).click();
  }
  const box = page.getByRole("banner").getByRole("combobox", { name: "Search titles" });
  await box.fill("demon slayer");
  await expect(page.getByRole("option", { name: /^See all results/ })).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await findMisfits(page)).toEqual([]);
  }
});

test("the filters that matter most fit a screen of 900 px, and no list scrolls inside", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/browse");
  await waitForHydration(page);
  const form = page.getByRole("form", { name: "Filters" });
  for (const control of [
    form.getByRole("checkbox", { name: /^Action/ }),
    form.getByRole("checkbox", { name: "Movie", exact: true }),
    form.getByRole("checkbox", { name: "Winter", exact: true }),
    form.getByRole("textbox", { name: "Year" }),
    form.getByRole("combobox", { name: /^Score/ }),
  ])
    await expect(control).toBeInViewport({ ratio: 1 });
  await expect(form.getByText("Exclude", { exact: true })).toBeVisible();
  expect(
    await form.evaluate((element) =>
      [...element.querySelectorAll("*")]
        .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY))
        .map((part) => part.className),
    ),
  ).toEqual([]);
});

test("a cover that does not arrive shows its title instead of a color", async ({
  page,
  browserErrors,
}) => {
  await page.route("**/media/cover/**", (route) => route.abort());
  await page.goto("/browse");
  await waitForHydration(page);
  const lettering = await page.locator("main .poster").evaluateAll((posters) =>
    posters.map((poster) => {
      const { content, opacity } = getComputedStyle(poster, "::before");
      return opacity === "1" && content.includes((poster as HTMLElement).dataset["title"] ?? "-");
    }),
  );
  expect(lettering).toHaveLength(36);
  expect(new Set(lettering)).toEqual(new Set([true]));
  browserErrors.splice(0);
});

test("a title that is reached within the site keeps still, however slow its controls load", async ({
  page,
  context,
}) => {
  await signUpWithEntries(context);
  await page.route("**/assets/own-title-*.js", async (route) => {
    await setTimeout(1000);
    await route.continue();
  });
  const readShift = await measureLayoutShift(page);
  await page.goto("/browse?search_query=frieren");
  await waitForHydration(page);
  const before = await readShift();
  // A click of the mouse would excuse the shifts of half a second.
  const title = page.getByRole("main").getByRole("link", { name: /Sousou no Frieren/ });
  await title.first().evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sousou no Frieren");
  await expect(page.getByRole("main").getByRole("button", { name: /^\+1/ })).toBeVisible();
  expect((await readShift()) - before).toBeLessThan(0.005);
});

test("pages that are reached within the site keep still @phone", async ({ page, context }) => {
  await followNothing(context);
  await signUpWithEntries(context);
  const readShift = await measureLayoutShift(page);
  await page.goto("/");
  await waitForHydration(page);
  let before = await readShift();
  for (const [href, heading] of [
    [FRIEREN, "Sousou no Frieren"],
    ["/browse", "Browse"],
    ["/list", "My list"],
    ["/schedule", "Schedule"],
  ] as const) {
    const link = page.locator(`a[href="${href}"]`).first();
    // A click of the mouse would excuse the shifts of half a second.
    await link.evaluate((element: HTMLElement) => element.click());
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await waitForHydration(page);
    await page.waitForLoadState("networkidle");
    const after = await readShift();
    expect(after - before, href).toBeLessThan(0.001);
    before = after;
  }
});

test("on a phone the sign-in has the screen's width, and a title's facts come before its episodes", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/list");
  await expect(page).toHaveURL("/signin?returnTo=%2Flist");
  expect((await page.getByLabel("Email").boundingBox())?.width).toBeGreaterThan(340);
  await page.goto(FRIEREN);
  const topOf = async (name: RegExp) =>
    (await page.getByRole("heading", { name, level: 2 }).boundingBox())?.y ?? 0;
  const facts = await page.getByRole("complementary").boundingBox();
  expect(facts?.y).toBeGreaterThan(0);
  expect(await topOf(/episodes$/)).toBeGreaterThan(facts?.y ?? Infinity);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await page.getByRole("complementary").boundingBox())?.y).toBeLessThan(700);
});
