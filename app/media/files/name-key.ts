/**
 * Returns what two names of one file have in common: disks and programs write letters composed or
 * decomposed (Unicode Standard Annex #15), and the ending in either case.
 */
export function nameKey(name: string): string {
  return name.normalize("NFC").replace(/\.[^./]*$/u, (ending) => ending.toLowerCase());
}
