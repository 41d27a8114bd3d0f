import {
  checkPages,
  fits,
  fitsWithAlignedCards,
  isAccessible,
  keepsStill,
  obeysPolicy,
  scrollsDownOnly,
  type NamedPage,
} from "../support/check-pages";
import { test } from "../support/fixtures";
import { signUpWithEntries } from "../support/full-account";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

/** So few that the workers share the pages, and enough that a warm cache pays. */
const PAGES_A_TEST = 8;

function inParts(pages: readonly NamedPage[]): { names: string; part: readonly NamedPage[] }[] {
  return Array.from({ length: Math.ceil(pages.length / PAGES_A_TEST) }, (_, index) => {
    const part = pages.slice(index * PAGES_A_TEST, (index + 1) * PAGES_A_TEST);
    return { names: part.map(([name]) => name).join(", "), part };
  });
}

/** All pages and states that visitors can see. */
const OPEN_PAGES: readonly NamedPage[] = [
  ["Home", "/"],
  ["Browse with filters", "/browse?genre_filter=action&genre_exclude=drama&score_filter=7"],
  ["Browse as a list", "/browse?view=list"],
  ["Browse without a result", "/browse?type_filter=Movie&aired_day_filter=monday"],
  ["Browse with an address that cannot be read", "/browse?score_filter=eleven"],
  ["a title", "/anime/52991/sousou-no-frieren"],
  ["a title on the air", "/anime/21/one-piece"],
  ["a franchise", "/franchise/52991"],
  ["a genre", "/genre/Drama"],
  ["a studio", "/studio/Madhouse"],
  ["the schedule", "/schedule"],
  ["an episode without a source", "/watch/52991/1"],
  ["the sign-in after a refusal", "/signin?error=expired"],
  ["the sign-up", "/signup"],
  ["a missing page", "/nowhere"],
];

/** Variants of them, and pages whose markup is not ours: axe has seen what they consist of. */
const OPEN_VARIANTS: readonly NamedPage[] = [
  ["Browse with a genre", "/browse?genre_filter=action"],
  ["Browse, newest first", "/browse?order_by=newest"],
  ["a search", "/browse?search_query=demon+slayer"],
  ["a search as a list", "/browse?search_query=demon+slayer&view=list"],
  ["a search without a result", "/browse?search_query=qqqqzzzz"],
  ["a range of episodes", "/anime/21/one-piece?episodes=2"],
  ["a season", "/season/2022/fall"],
  ["the next year's season", "/season/2023/fall"],
  ["the sign-in", "/signin"],
  ["the sign-in on the way to a page", "/signin?returnTo=/list"],
  ["the API's documentation", "/docs"],
];

/** Pages of a signed-in user. */
const OWN_PAGES: readonly NamedPage[] = [
  ["Home", "/"],
  ["Browse with recent searches", "/browse"],
  ["a title on the list", "/anime/52991/sousou-no-frieren"],
  ["My list", "/list"],
  ["an empty collection", "/list?type=collection"],
  ["the import", "/list/import"],
  ["the list history", "/list/history"],
  ["a franchise with progress", "/franchise/52991?order=story"],
  ["the library", "/library"],
  ["the suggestions", "/discover"],
  ["the missed sequels", "/discover/sequels"],
  ["the saved searches", "/searches"],
  ["Home's rows", "/home/customise"],
  ["the history", "/history"],
  ["the search history", "/settings/searches"],
  ["the schedule of the list", "/schedule?show=mine"],
  ["the sign-up's second step", "/signup/profile"],
  ["the sign-up's third step", "/signup/tastes"],
  ["the settings", "/settings"],
  ["the second factor", "/settings/two-factor"],
  ["the confirmation", "/confirm"],
];

/** Other pages with cards. */
const OWN_LISTINGS: readonly NamedPage[] = [
  ["Browse with entries", "/browse?order_by=newest"],
  ["Browse by franchise", "/browse?franchises=collapse"],
  ["a search", "/browse?search_query=demon+slayer"],
  ["a genre", "/genre/Drama"],
  ["a title that is not on the list", "/anime/38000"],
  ["a title on the air", "/anime/21/one-piece"],
];

/** Pages of an account with a public profile. */
const PUBLIC_PAGES: readonly NamedPage[] = [
  ["an episode without a source", "/watch/52991/1"],
  ["a public profile", "/profile"],
  ["the settings of a public profile", "/settings"],
  ["the tastes, once more", "/signup/tastes?edit=1"],
  ["the copy for times without a network", "/offline"],
];

/** Their small parts have room around them, which axe knows. */
const PLAYER_PAGES: readonly NamedPage[] = [["an episode", "/watch/2000000001/1"]];
const CHART_PAGES: readonly NamedPage[] = [
  ["the profile", "/profile"],
  ["the statistics", "/profile/statistics"],
  ["the year in review", `/profile/${new Date().getUTCFullYear()}`],
];

for (const { names, part } of inParts(OPEN_PAGES))
  test(`pages of visitors are accessible, keep still, obey the policy and fit: ${names}`, async ({
    page,
  }) => {
    const cache = part[0]?.[1] === "/" ? "cold" : "warm";
    await checkPages(page, part, [
      isAccessible,
      keepsStill(cache),
      obeysPolicy,
      fitsWithAlignedCards,
    ]);
  });

for (const { names, part } of inParts(OPEN_VARIANTS))
  test(`pages of visitors keep still, obey the policy and fit: ${names} @nightly`, async ({
    page,
  }) => {
    await checkPages(page, part, [keepsStill("warm"), obeysPolicy, fitsWithAlignedCards]);
  });

for (const { names, part } of inParts(OWN_PAGES))
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
    ]);
  });

test("a user's pages with charts, and the player's, are accessible and do not scroll sideways", async ({
  page,
  context,
}) => {
  await checkPages(page, PLAYER_PAGES);
  await signUpWithEntries(context);
  await checkPages(page, CHART_PAGES, [
    isAccessible,
    keepsStill("warm"),
    obeysPolicy,
    scrollsDownOnly(),
  ]);
});

test("a user's listings keep still, obey the policy and fit @nightly", async ({
  page,
  context,
}) => {
  await signUpWithEntries(context);
  await checkPages(page, OWN_LISTINGS, [keepsStill("warm"), obeysPolicy, fitsWithAlignedCards]);
});

test("pages of a user with a public profile keep still, obey the policy and fit", async ({
  page,
  context,
}) => {
  await signUpWithEntries(context, { publicProfile: true });
  await checkPages(page, PUBLIC_PAGES, [keepsStill("warm"), obeysPolicy, fits]);
});
