import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that depend on the theme's colors. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** A rule that is off by default, since it is experimental. */
const LABEL_RULE = { "label-content-name-mismatch": { enabled: true } };

/** The size of targets, for pages on which nothing lies over other controls. */
export const TARGET_RULE = { "target-size": { enabled: true } };

/** Rules that count whatever their impact. */
const STRICT_RULES = ["aria-allowed-role", "landmark-no-duplicate-main"];

/**
 * Axe would also parse all style sheets ahead, a tenth of its CPU time, for a rule that is off by
 * default.
 */
const PRELOAD = { assets: ["media"] };

/** Lists axe's serious and critical violations in each theme, one line each. */
export async function seriousViolations(
  page: Page,
  themes: readonly string[] = ["dark", "light"],
  moreRules: Record<string, { enabled: boolean }> = {},
): Promise<string[]> {
  await page.evaluate(AXE);
  const violationLines: string[] = [];
  for (const [index, theme] of themes.entries()) {
    await page
      .locator("html")
      .evaluate((root, value) => root.setAttribute("data-theme", value), theme);
    // Colors in a transition belong to neither theme.
    await page.evaluate(() =>
      document
        .getAnimations()
        .forEach((animation) =>
          animation instanceof CSSTransition ? animation.finish() : undefined,
        ),
    );
    const rules = index === 0 ? null : COLOR_RULES;
    const result = await page.evaluate(
      async ({ values, more, strict, preload }) => {
        const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
          resultTypes: ["violations"],
          preload,
          ...(values === null ? { rules: more } : { runOnly: { type: "rule", values } }),
        });
        return violations
          .filter(
            ({ id, impact }) =>
              impact === "serious" || impact === "critical" || strict.includes(id),
          )
          .flatMap(({ id, nodes }) =>
            nodes.map(
              ({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary ?? ""}`,
            ),
          );
      },
      {
        values: rules,
        more: { ...LABEL_RULE, ...moreRules },
        strict: STRICT_RULES,
        preload: PRELOAD,
      },
    );
    violationLines.push(...result.map((line) => `${theme}: ${line}`));
  }
  return violationLines;
}
