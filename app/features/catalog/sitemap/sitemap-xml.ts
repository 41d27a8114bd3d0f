/** An address of the site and the instant of its last change, where that is known. */
export interface SitemapEntry {
  /** Absolute. */
  address: string;
  changedAt: Date | null;
}

const OPENING = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** Pages in the format of sitemaps.org: at most 50,000 of them in one file. */
export function pagesXml(pages: readonly SitemapEntry[]): string {
  return `${OPENING}<urlset xmlns="${NAMESPACE}">\n${pages.map((page) => entryXml("url", page)).join("")}</urlset>\n`;
}

/** The index of a sitemap's parts. */
export function indexXml(parts: readonly SitemapEntry[]): string {
  return `${OPENING}<sitemapindex xmlns="${NAMESPACE}">\n${parts.map((part) => entryXml("sitemap", part)).join("")}</sitemapindex>\n`;
}

function entryXml(element: string, { address, changedAt }: SitemapEntry): string {
  const changed = changedAt === null ? "" : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return `<${element}><loc>${escapeXml(address)}</loc>${changed}</${element}>\n`;
}

/** A text as character data or attribute value of XML. What XML 1.0 cannot carry at all is left out. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
