import {
  checkPages,
  isAccessible,
  keepsStill,
  scrollsDownOnly,
  type NamedPage,
} from "../support/check-pages";
import { test } from "../support/fixtures";
import { signUpWithEntries } from "../support/full-account";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

const PHONE_WIDTH = 390;

/** Pages that phones lay out in a way of their own. */
const OPEN_PAGES: readonly NamedPage[] = [
  ["Home", "/"],
  ["Browse with filters", "/browse?genre_filter=action&genre_exclude=drama&score_filter=7"],
  ["a title", "/anime/52991/sousou-no-frieren"],
  ["a title on the air", "/anime/21/one-piece"],
  ["the schedule", "/schedule"],
  ["an episode", "/watch/2000000001/1"],
];
const OWN_PAGES: readonly NamedPage[] = [
  ["Home", "/"],
  ["a title on the list", "/anime/52991/sousou-no-frieren"],
  ["My list", "/list"],
  ["the statistics", "/profile/statistics"],
  ["the settings", "/settings"],
];

/** Other pages, whose parts may arrive at other times than on a desktop. */
const OTHER_OPEN_PAGES: readonly NamedPage[] = [
  ["Browse with a genre", "/browse?genre_filter=action"],
  ["a genre", "/genre/Drama"],
  ["a studio", "/studio/Madhouse"],
  ["a season", "/season/2023/fall"],
  ["the sign-in", "/signin"],
  ["the sign-up", "/signup"],
  ["a missing page", "/nowhere"],
];
const OTHER_OWN_PAGES: readonly NamedPage[] = [
  ["the import", "/list/import"],
  ["the history", "/history"],
  ["the saved searches", "/searches"],
  ["Home's rows", "/home/customise"],
  ["the profile", "/profile"],
  ["the second factor", "/settings/two-factor"],
  ["the sign-up's second step", "/signup/profile"],
  ["the sign-up's third step", "/signup/tastes"],
  ["a title on the air", "/anime/21/one-piece"],
  ["the schedule of the list", "/schedule?show=mine"],
];

test("pages of visitors are accessible, keep still and do not scroll sideways on phones @phone", async ({
  page,
}) => {
  await checkPages(page, OPEN_PAGES, [
    isAccessible,
    keepsStill("cold"),
    scrollsDownOnly([PHONE_WIDTH]),
  ]);
});

test("a user's pages are accessible, keep still and do not scroll sideways on phones @phone", async ({
  page,
  context,
}) => {
  await signUpWithEntries(context);
  await checkPages(page, OWN_PAGES, [
    isAccessible,
    keepsStill("warm"),
    scrollsDownOnly([PHONE_WIDTH]),
  ]);
});

test("other pages of visitors keep still and do not scroll sideways on phones @phone", async ({
  page,
}) => {
  await checkPages(page, OTHER_OPEN_PAGES, [keepsStill("warm"), scrollsDownOnly([PHONE_WIDTH])]);
});

test("other pages of a user keep still and do not scroll sideways on phones @phone", async ({
  page,
  context,
}) => {
  await signUpWithEntries(context);
  await checkPages(page, OTHER_OWN_PAGES, [keepsStill("warm"), scrollsDownOnly([PHONE_WIDTH])]);
});
