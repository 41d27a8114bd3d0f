import type { Feed } from "./feed";

/** Writes a feed as JSON Feed 1.1 (https://jsonfeed.org/version/1.1). */
export function jsonFeed({ title, language, page, self, entries }: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: page,
    ...(self !== null && { feed_url: self }),
    language,
    items: entries.map(({ id, title: name, url, text, image, at }) => ({
      id,
      url,
      title: name,
      content_text: text,
      image,
      ...(at !== null && { date_published: at.toISOString() }),
      language,
    })),
  });
}
