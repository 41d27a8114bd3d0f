import { describe, expect, it } from "vitest";
import { readAtom } from "../../../tests/support/read-atom";
import { atomFeed } from "./atom";
import type { Feed, FeedEntry } from "./feed";
import { feedId } from "./feed-id.server";
import { browseFeedPath, feedPath } from "./feed-path.server";
import { jsonFeed } from "./json-feed";

const entry: FeedEntry = {
  id: feedId("title:1"),
  title: "A title",
  url: "https://akari.test/anime/1/a-title",
  text: "Drama\nA studio",
  image: "https://akari.test/media/cover/1/480.webp",
  at: new Date("2026-11-20T15:30:00Z"),
};
const feed: Feed = {
  id: feedId("feed:test"),
  title: "Titles",
  language: "en",
  page: "https://akari.test/browse?genre_filter=drama&year_min=2020",
  self: "https://akari.test/feed/browse.atom?search_query=\"<x>'&genre_filter=drama",
  entries: [entry],
};
const withEntries = (...entries: Partial<FeedEntry>[]): Feed => ({
  ...feed,
  entries: entries.map((fields) => ({ ...entry, ...fields })),
});

interface JsonFeed {
  items: Record<string, unknown>[];
}
const readJson = (of: Feed) => JSON.parse(jsonFeed(of)) as JsonFeed & Record<string, unknown>;

describe("an Atom feed", () => {
  it("has what RFC 4287 requires, and what a parser reads back unchanged", () => {
    const { entries, ...read } = readAtom(atomFeed(feed));
    expect(read).toEqual({
      namespace: "http://www.w3.org/2005/Atom",
      language: "en",
      id: feed.id,
      title: "Titles",
      updated: "2026-11-20T15:30:00.000Z",
      author: "Akari",
      page: feed.page,
      self: feed.self,
    });
    expect(entries).toEqual([
      {
        id: entry.id,
        title: entry.title,
        published: "2026-11-20T15:30:00.000Z",
        updated: "2026-11-20T15:30:00.000Z",
        content: entry.text,
        url: entry.url,
      },
    ]);
  });

  it.each([
    `<script>alert("x")</script> & 'y' > z`,
    "]]></title><entry>",
    "&lt; &amp; &#60;",
    "進撃の巨人 🌸",
    "<!-- <![CDATA[",
  ])("writes %s as text", (title) => {
    const [read, ...others] = readAtom(
      atomFeed(withEntries({ title, text: title, url: `https://akari.test/?q=${title}` })),
    ).entries;
    expect(others).toEqual([]);
    expect(read).toMatchObject({
      title,
      content: title,
      url: `https://akari.test/?q=${title}`,
    });
  });

  it("drops what XML 1.0 does not allow, and nothing else", () => {
    const title = "a\u0000\u0008\u000b\u001f\ufffe\uffff\ud800b\udc00c\t\n🌸";
    const xml = atomFeed(withEntries({ title, url: `https://akari.test/${title}` }));
    expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    expect(readAtom(xml).entries[0]?.title).toBe("abc\t\n🌸");
  });

  it("is as new as its newest entry, and the same without any", () => {
    const times = ["2026-01-01", "2026-03-01", null, "2026-02-01"].map((day) => ({
      at: day === null ? null : new Date(day),
    }));
    const read = readAtom(atomFeed(withEntries(...times)));
    expect(read.updated).toBe("2026-03-01T00:00:00.000Z");
    expect(read.entries[2]).toMatchObject({
      published: null,
      updated: "1970-01-01T00:00:00.000Z",
    });
    expect(readAtom(atomFeed(withEntries())).updated).toBe("1970-01-01T00:00:00.000Z");
  });

  it("does not name its own URL if that is a secret", () => {
    expect(readAtom(atomFeed({ ...feed, self: null })).self).toBeNull();
    expect(readJson({ ...feed, self: null })).not.toHaveProperty("feed_url");
  });
});

describe("a JSON Feed", () => {
  it("has what version 1.1 requires", () => {
    expect(readJson(feed)).toEqual({
      version: "https://jsonfeed.org/version/1.1",
      title: "Titles",
      home_page_url: feed.page,
      feed_url: feed.self,
      language: "en",
      items: [
        {
          id: entry.id,
          url: entry.url,
          title: entry.title,
          content_text: entry.text,
          image: entry.image,
          date_published: "2026-11-20T15:30:00.000Z",
          language: "en",
        },
      ],
    });
  });

  it("has texts as they are, and no date where there is none", () => {
    const title = `<b>"x"</b> \u0007 \\ 🌸`;
    const [item] = readJson(withEntries({ title, at: null })).items;
    expect(item).toMatchObject({ title });
    expect(item).not.toHaveProperty("date_published");
  });
});

describe("an id", () => {
  it("is a name-based UUID, the same for ever", () => {
    expect(feedId("title:1")).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(feedId("title:1")).toBe("urn:uuid:b4e3dc29-3d46-537d-94ae-7d80d6307aee");
    expect(feedId("episode:52991:3")).toBe("urn:uuid:5c3c5e88-34b9-5f8e-9552-09d7865087e5");
  });
});

describe("the path of a feed", () => {
  it("has the locale unless it is the default", () => {
    expect(feedPath("episodes.atom", "en")).toBe("/feed/episodes.atom");
    expect(feedPath("episodes.json", "es")).toBe("/feed/episodes.json?locale=es");
  });

  it("has the filters of Browse, without what is of the page alone", () => {
    const browse = "/browse?genre_filter=drama&order_by=title&page_number=3&view=list&hide=seen";
    expect(browseFeedPath(browse, "en")).toBe("/feed/browse.atom?genre_filter=drama");
    expect(browseFeedPath(browse, "es", "json")).toBe(
      "/feed/browse.json?genre_filter=drama&locale=es",
    );
    expect(browseFeedPath("/browse", "en")).toBe("/feed/browse.atom");
  });
});
