import type { CSSProperties } from "react";

/** `--part`, as `progress` and `chart-column` of utilities.css read it; of 0 to 1. */
export function partStyle(part: number): CSSProperties {
  return { "--part": `${Math.round(part * 1000) / 10}%` } as CSSProperties;
}
