import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe calls serious or critical in each theme, in one line each. No security policy forbids the tests' browser to run it. */
export async function seriousFaults(
  page: Page,
  themes: readonly string[] = ["dark", "light"],
): Promise<string[]> {
  await page.evaluate(AXE);
  const faults: string[] = [];
  for (const theme of themes) {
    await page
      .locator("html")
      .evaluate((root, wanted) => root.setAttribute("data-theme", wanted), theme);
    // Colours that fade from one theme to the other are neither's.
    await page.evaluate(() =>
      document
        .getAnimations()
        .forEach((animation) =>
          animation instanceof CSSTransition ? animation.finish() : undefined,
        ),
    );
    const found = await page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes }) =>
          nodes.map(
            ({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary ?? ""}`,
          ),
        );
    });
    faults.push(...found.map((fault) => `${theme}: ${fault}`));
  }
  return faults;
}
