/**
 * Returns null if it is none. `URL.canParse` would begin to refuse hosts such as bücher.example
 * after some thousand calls in Node 20 and 22: https://github.com/nodejs/node/issues/48816.
 */
export function parseUrl(text: string | URL, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
