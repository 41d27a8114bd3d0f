import type { LaunchOptions } from "@playwright/test";
import { findBrowser } from "../../../scripts/lib/browser.mjs";

/**
 * A quarter less CPU time per page: lazy images load when they are on the screen, not 1,250 px
 * before, and V8 compiles and collects in the page's thread. The pointers repeat Playwright's own
 * setting, which this one replaces.
 */
const CHEAPER_PAGES = [
  `--blink-settings=${[
    ...["primaryHoverType=2", "availableHoverTypes=2"],
    ...["primaryPointerType=4", "availablePointerTypes=4"],
    ...["Unknown", "Offline", "Slow2G", "2G", "3G", "4G"].map(
      (speed) => `lazyLoadingImageMarginPx${speed}=0`,
    ),
  ].join()}`,
  "--js-flags=--single-threaded",
];

const executablePath = findBrowser();

/** Starts the Chromium that was found, or Playwright's own, with further arguments. */
function launchOptions(...args: readonly string[]): LaunchOptions {
  return {
    args: [...CHEAPER_PAGES, ...args],
    ...(executablePath !== undefined && { executablePath }),
  };
}

/**
 * Text in a font of the system, which saves a sixth of the CPU time of each new browser context:
 * without a Japanese font on the machine, Home alone loads forty slices of the site's own.
 */
export const SYSTEM_FONTS = { launchOptions: launchOptions("--disable-remote-fonts") };

/** Text as users see it, for tests of letters, sizes and positions: `test.use(WEB_FONTS)`. */
export const WEB_FONTS = { launchOptions: launchOptions() };

/** Chromium as users have it, which loads lazy images long before they are on the screen. */
export const AS_INSTALLED: LaunchOptions = { ...launchOptions(), args: [] };
