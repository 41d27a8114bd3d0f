export interface Chromium {
  executablePath: string;
  /** Where it was found, for people. */
  origin: string;
  /** What its process needs besides the usual environment. */
  env: Record<string, string>;
}

export function findChromium(): Chromium | null;
export function ensureChromium(): Promise<Chromium>;
