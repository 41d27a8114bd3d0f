import type { Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { checkPages, fits, scrollsDownOnly, type Check } from "../support/check-pages";
import { pagesOf } from "../../support/pages";
import { test } from "../support/fixtures";
import { signUpWithEntries } from "../support/full-account";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

/** Common in English and rare in Spanish and in the catalog's titles and texts. */
const ENGLISH =
  /\b(?:the|with|your|you|and|from|more|search|sign in|settings|season|episodes|score|list|next|previous|clear|this)\b/i;

/** Sentences with a name: a title to copy, the operator's provider. */
const CARRIES_A_NAME = /^(?:Copiar|Continuar con) /;

/**
 * All texts of the page that are not marked as another language; covers have empty alternative
 * texts.
 */
async function ownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const isForeign = (element: Element | null) =>
      element?.closest("[lang]")?.getAttribute("lang") !== "es";
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    );
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) {
        if (
          !isForeign(node.parentElement) &&
          node.parentElement?.closest("script, style, noscript, datalist, code, [data-name]") ===
            null
        )
          texts.push(node.data.trim());
      } else if (node instanceof Element && !isForeign(node)) {
        for (const name of ["aria-label", "title", "placeholder"]) {
          const value = node.getAttribute(name);
          if (value !== null && node.querySelector("[lang]") === null) texts.push(value);
        }
      }
    }
    return texts.filter((text) => text !== "");
  });
}

/** The pages that are read, by their paths. */
const READ_PAGES = new Map(
  pagesOf("visitor", { spanish: "read" }).map((page) => [page.path, page]),
);

const isSpanish: Check = {
  property: "in Spanish",
  watch: (page) => async () => {
    const { pathname, search } = new URL(page.url());
    const heading = READ_PAGES.get(pathname + search)?.spanishHeading;
    const problems: string[] = [];
    const lang = await page.locator("html").getAttribute("lang");
    if (lang !== "es") problems.push(`lang is ${String(lang)}`);
    if (heading !== undefined) {
      const named = page
        .getByRole("heading", { name: heading, exact: true })
        .or(page.getByRole("complementary", { name: heading }));
      if (!(await named.first().isVisible())) problems.push(`no “${heading}”`);
    }
    const footer = page.getByRole("contentinfo").getByText("Tu anime, en tu propio servidor.");
    if (!(await footer.isVisible())) problems.push("no Spanish footer");
    const texts = await ownTexts(page);
    return [
      ...problems,
      ...texts.filter((text) => ENGLISH.test(text) && !CARRIES_A_NAME.test(text)),
    ];
  },
};

const isAccessible: Check = {
  property: "no serious axe violation",
  watch: (page) => () => seriousViolations(page, ["dark"]),
};

test.use({ locale: "es-MX" });

test("pages are in Spanish, and do not scroll sideways in it", async ({ page }) => {
  await checkPages(page, [...READ_PAGES.values()], [isSpanish, scrollsDownOnly()]);
});

test("pages are accessible and fit in Spanish @nightly", async ({ page }) => {
  await checkPages(page, [...READ_PAGES.values()], [isAccessible, fits]);
});

test("other pages of visitors fit in Spanish @nightly", async ({ page }) => {
  await checkPages(page, pagesOf("visitor", { spanish: "fit" }), [fits]);
});

test("a user's pages fit in Spanish @nightly", async ({ page, context }) => {
  await signUpWithEntries(context, { locale: "es", publicProfile: true });
  const ownPages = [
    ...pagesOf("user", { spanish: "fit" }),
    ...pagesOf("public user", { spanish: "fit" }),
  ];
  await checkPages(page, ownPages, [fits]);
});
