import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import type { MarkupCache } from "~/ui/markup-cache";

/** Characters of keys and HTML: about 5,000 cards. */
const MAX_SIZE = 8_000_000;

/** React renders a card in ten times the time that finding it takes. */
export function createMarkupCache(maxSize = MAX_SIZE): MarkupCache {
  const cache = new LRUCache<string, string>({
    maxSize,
    sizeCalculation: (html, key) => html.length + key.length,
  });
  return (key, element) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const html = inOnePiece(renderToString(element()));
    cache.set(key, html);
    return html;
  };
}

/** A string of thousands of parts, as React makes it, would be put together in every page. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}
