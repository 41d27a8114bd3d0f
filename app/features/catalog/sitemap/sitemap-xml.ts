export interface SitemapEntry {
  url: string;
  changedAt: Date | null;
}

const OPENING = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** Builds a sitemap, which may list 50,000 pages at most. */
export function pagesXml(pages: readonly SitemapEntry[]): string {
  return `${OPENING}<urlset xmlns="${NAMESPACE}">\n${pages.map((page) => entryXml("url", page)).join("")}</urlset>\n`;
}

export function indexXml(parts: readonly SitemapEntry[]): string {
  const entries = parts.map((part) => entryXml("sitemap", part)).join("");
  return `${OPENING}<sitemapindex xmlns="${NAMESPACE}">\n${entries}</sitemapindex>\n`;
}

function entryXml(element: string, { url, changedAt }: SitemapEntry): string {
  const changed = changedAt === null ? "" : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return `<${element}><loc>${escapeXml(url)}</loc>${changed}</${element}>\n`;
}

/** Drops what XML 1.0 does not allow. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
