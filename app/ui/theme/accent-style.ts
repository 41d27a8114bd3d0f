import type { CSSProperties } from "react";
import { accentColors } from "./accent";

/** The style of the root element for an accent (`#rrggbb`). The style sheet holds the site's own (null); only another one needs saying. */
export function accentStyle(accent: string | null): CSSProperties | undefined {
  if (accent === null) return undefined;
  const colors = accentColors(accent);
  return {
    "--accent": colors.accent,
    "--on-accent": colors.onAccent,
    "--accent-text": `light-dark(${colors.textOnLight}, ${colors.textOnDark})`,
  } as CSSProperties;
}
