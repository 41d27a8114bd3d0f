export interface Chromium {
  executablePath: string;
  /** The place where it was found, as messages name it. */
  origin: string;
  /** What its process needs besides the usual environment. */
  env: Record<string, string>;
}

export function findChromium(): Chromium | null;
export function ensureChromium(): Promise<Chromium>;
