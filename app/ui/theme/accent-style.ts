import type { CSSProperties } from "react";
import { accentColors } from "./accent-colors";

/** Returns a style; undefined for the style sheet's default. */
export function accentStyle(accent: string | null): CSSProperties | undefined {
  if (accent === null) return undefined;
  const colors = accentColors(accent);
  return {
    "--accent": colors.accent,
    "--on-accent": colors.onAccent,
    "--accent-text": `light-dark(${colors.textOnLight}, ${colors.textOnDark})`,
  } as CSSProperties;
}
