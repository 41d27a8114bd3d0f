export const DEFAULT_ACCENT = "#0057E7";

/** Colors whose names are the messages `accent.<name>`. */
export const SUGGESTED_ACCENTS = [
  ["blue", DEFAULT_ACCENT],
  ["teal", "#0F766E"],
  ["amber", "#B45309"],
  ["rose", "#C2255C"],
  ["violet", "#7C3AED"],
] as const;

/** Parses `#rgb` and `#rrggbb` into lower-case `#rrggbb`. */
export function parseHexColor(text: string): string | null {
  const match = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim());
  const digits = match?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return digits.length === 6
    ? `#${digits}`
    : `#${[...digits].map((digit) => digit + digit).join("")}`;
}
