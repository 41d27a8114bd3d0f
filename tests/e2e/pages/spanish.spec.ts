import type { Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { checkPages, fits, type Check, type NamedPage } from "../support/check-pages";
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

/** The heading of each page, or the name of its facts. Home has none of its own. */
const HEADINGS: Readonly<Record<string, string>> = {
  "/browse": "Explorar",
  "/anime/52991/sousou-no-frieren": "Detalles",
  "/schedule": "Calendario",
  "/signup": "Crea tu cuenta",
  "/nowhere": "Página no encontrada",
};

const isSpanish: Check = {
  property: "in Spanish",
  watch: (page) => async () => {
    const heading = HEADINGS[new URL(page.url()).pathname];
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

const PAGES: readonly NamedPage[] = [
  ["Home", "/"],
  ["Browse", "/browse?type_filter=Movie"],
  ["a title", "/anime/52991/sousou-no-frieren"],
  ["the schedule", "/schedule"],
  ["the sign-up", "/signup"],
  ["a missing page", "/nowhere"],
];

/** Spanish labels are longer than English ones. */
const OTHER_PAGES: readonly NamedPage[] = [
  ["Browse, newest first", "/browse?order_by=newest"],
  ["a search", "/browse?search_query=demon+slayer"],
  ["a studio", "/studio/Madhouse"],
  ["a season", "/season/2022/fall"],
  ["an episode without a source", "/watch/52991/1"],
  ["the sign-in", "/signin"],
  ["the API's documentation", "/docs"],
];
const OWN_PAGES: readonly NamedPage[] = [
  ["Home", "/"],
  ["an episode without a source", "/watch/52991/1"],
  ["My list", "/list"],
  ["a public profile", "/profile"],
  ["the settings", "/settings"],
  ["the search history", "/settings/searches"],
  ["the second factor", "/settings/two-factor"],
  ["the confirmation", "/confirm"],
  ["the history", "/history"],
  ["the list history", "/list/history"],
  ["the sign-up's second step", "/signup/profile"],
  ["the tastes, once more", "/signup/tastes?edit=1"],
  ["the copy for times without a network", "/offline"],
];

test.use({ locale: "es-MX" });

test("pages are in Spanish, accessible, and fit in it", async ({ page }) => {
  await checkPages(page, PAGES, [isSpanish, isAccessible, fits]);
});

test("other pages of visitors fit in Spanish @nightly", async ({ page }) => {
  await checkPages(page, OTHER_PAGES, [fits]);
});

test("a user's pages fit in Spanish @nightly", async ({ page, context }) => {
  await signUpWithEntries(context, { locale: "es", publicProfile: true });
  await checkPages(page, OWN_PAGES, [fits]);
});
