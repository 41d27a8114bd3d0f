import { escapeXml } from "~/features/catalog/sitemap/sitemap-xml";
import { NO_DATE, type Feed, type FeedEntry } from "./feed";

/** Writes a feed in the Atom Syndication Format (RFC 4287). */
export function atomFeed({ id, title, language, page, self, entries }: Feed): string {
  const times = entries.map(({ at }) => (at ?? NO_DATE).getTime());
  const updated = new Date(Math.max(NO_DATE.getTime(), ...times));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    element("id", id),
    element("title", title),
    element("updated", updated.toISOString()),
    "<author><name>Akari</name></author>",
    link("alternate", page, "text/html"),
    ...(self === null ? [] : [link("self", self, "application/atom+xml")]),
    ...entries.map(atomEntry),
    "</feed>\n",
  ].join("\n");
}

function atomEntry({ id, title, url, text, at }: FeedEntry): string {
  return [
    "<entry>",
    element("id", id),
    element("title", title),
    ...(at === null ? [] : [element("published", at.toISOString())]),
    element("updated", (at ?? NO_DATE).toISOString()),
    link("alternate", url, "text/html"),
    element("content", text),
    "</entry>",
  ].join("\n");
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function link(relation: string, url: string, type: string): string {
  return `<link rel="${relation}" type="${type}" href="${escapeXml(url)}"/>`;
}
