import type { CSSProperties } from "react";
import { accentColors } from "./accent-colors";

/** Undefined for the default, which the style sheet has. */
export function accentStyle(accent: string | null): CSSProperties | undefined {
  if (accent === null) return undefined;
  const colors = accentColors(accent);
  return {
    "--accent": colors.accent,
    "--on-accent": colors.onAccent,
    "--accent-text": `light-dark(${colors.textOnLight}, ${colors.textOnDark})`,
  } as CSSProperties;
}
