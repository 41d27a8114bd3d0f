const TRUE = ["true", "1", "yes", "on"];
const FALSE = ["false", "0", "no", "off"];

/** Reads `true/false`, `1/0`, `yes/no`, `on/off` in any casing; null for other text. */
export function parseBoolean(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  return TRUE.includes(word) ? true : FALSE.includes(word) ? false : null;
}
