import {
  beginsAtEdge,
  checkPages,
  fits,
  fitsWithAlignedCards,
  isAccessible,
  keepsStill,
  obeysPolicy,
  scrollsDownOnly,
} from "../support/check-pages";
import { pagesOf, type ListedPage } from "../../support/pages";
import { test } from "../support/fixtures";
import { signUpWithEntries } from "../support/full-account";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

/** Pages of a test: few enough that the workers share them, and enough that a warm cache pays. */
const PAGES_A_TEST = 8;

function inParts(pages: readonly ListedPage[]): { names: string; part: readonly ListedPage[] }[] {
  return Array.from({ length: Math.ceil(pages.length / PAGES_A_TEST) }, (_, index) => {
    const part = pages.slice(index * PAGES_A_TEST, (index + 1) * PAGES_A_TEST);
    return { names: part.map(({ name }) => name).join(", "), part };
  });
}

for (const { names, part } of inParts(pagesOf("visitor", { desktop: "all" })))
  test(`pages of visitors are accessible, keep still, obey the policy and fit: ${names}`, async ({
    page,
  }) => {
    const cache = part[0]?.path === "/" ? "cold" : "warm";
    await checkPages(page, part, [
      isAccessible,
      keepsStill(cache),
      obeysPolicy,
      fitsWithAlignedCards,
      beginsAtEdge,
    ]);
  });

for (const { names, part } of inParts(pagesOf("visitor", { desktop: "fit" })))
  test(`pages of visitors keep still, obey the policy and fit: ${names} @nightly`, async ({
    page,
  }) => {
    await checkPages(page, part, [
      keepsStill("warm"),
      obeysPolicy,
      fitsWithAlignedCards,
      beginsAtEdge,
    ]);
  });

for (const { names, part } of inParts(pagesOf("user", { desktop: "all" })))
  test(`a user's pages are accessible, keep still, obey the policy and fit: ${names}`, async ({
    page,
    context,
  }) => {
    await signUpWithEntries(context);
    await checkPages(page, part, [
      isAccessible,
      keepsStill("warm"),
      obeysPolicy,
      fitsWithAlignedCards,
      beginsAtEdge,
    ]);
  });

test("a user's pages with charts, and the player's, are accessible and do not scroll sideways", async ({
  page,
  context,
}) => {
  await checkPages(page, pagesOf("visitor", { desktop: "axe" }));
  const { id } = await signUpWithEntries(context, { publicProfile: true, publicList: true });
  const ownPages = [
    ...pagesOf("user", { desktop: "axe" }),
    { name: "the profile for others", path: `/user/${id}` },
    { name: "the list for others", path: `/user/${id}/list` },
  ];
  await checkPages(page, ownPages, [
    isAccessible,
    keepsStill("warm"),
    obeysPolicy,
    scrollsDownOnly(),
    beginsAtEdge,
  ]);
});

test("a user's listings keep still, obey the policy and fit @nightly", async ({
  page,
  context,
}) => {
  await signUpWithEntries(context);
  await checkPages(page, pagesOf("user", { desktop: "fit" }), [
    keepsStill("warm"),
    obeysPolicy,
    fitsWithAlignedCards,
  ]);
});

test("pages of a user with a public profile keep still, obey the policy and fit @nightly", async ({
  page,
  context,
}) => {
  await signUpWithEntries(context, { publicProfile: true });
  await checkPages(page, pagesOf("public user", { desktop: "fit" }), [
    keepsStill("warm"),
    obeysPolicy,
    fits,
  ]);
});
