import { checkPages, isAccessible, keepsStill, scrollsDownOnly } from "../support/check-pages";
import { pagesOf } from "../../support/pages";
import { test } from "../support/fixtures";
import { signUpWithEntries } from "../support/full-account";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

const PHONE_WIDTH = 390;

test("pages of visitors are accessible, keep still and do not scroll sideways on phones @phone", async ({
  page,
}) => {
  await checkPages(page, pagesOf("visitor", { phone: "all" }), [
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
  await checkPages(page, pagesOf("user", { phone: "all" }), [
    isAccessible,
    keepsStill("warm"),
    scrollsDownOnly([PHONE_WIDTH]),
  ]);
});

test("other pages of visitors keep still and do not scroll sideways on phones @phone-nightly", async ({
  page,
}) => {
  await checkPages(page, pagesOf("visitor", { phone: "still" }), [
    keepsStill("warm"),
    scrollsDownOnly([PHONE_WIDTH]),
  ]);
});

test("other pages of a user keep still and do not scroll sideways on phones @phone-nightly", async ({
  page,
  context,
}) => {
  await signUpWithEntries(context);
  await checkPages(page, pagesOf("user", { phone: "still" }), [
    keepsStill("warm"),
    scrollsDownOnly([PHONE_WIDTH]),
  ]);
});
