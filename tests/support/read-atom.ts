import { DomUtils, parseDocument } from "htmlparser2";

interface AtomEntry {
  id: string;
  title: string;
  published: string | null;
  updated: string;
  content: string;
  url: string;
}

/** Reads what a feed reader would of an Atom feed. */
export function readAtom(xml: string) {
  const [feed] = DomUtils.getElementsByTagName("feed", parseDocument(xml, { xmlMode: true }));
  if (feed === undefined) throw new Error("There is no feed in the document.");
  const textOf = (parent: typeof feed, name: string): string | null => {
    const [element] = DomUtils.getElementsByTagName(name, parent.children, false);
    return element === undefined ? null : DomUtils.textContent(element);
  };
  const linkOf = (parent: typeof feed, relation: string): string | null =>
    DomUtils.getElementsByTagName("link", parent.children, false).find(
      ({ attribs }) => attribs["rel"] === relation,
    )?.attribs["href"] ?? null;
  const entries: AtomEntry[] = DomUtils.getElementsByTagName("entry", feed.children, false).map(
    (entry) => ({
      id: textOf(entry, "id") ?? "",
      title: textOf(entry, "title") ?? "",
      published: textOf(entry, "published"),
      updated: textOf(entry, "updated") ?? "",
      content: textOf(entry, "content") ?? "",
      url: linkOf(entry, "alternate") ?? "",
    }),
  );
  return {
    namespace: feed.attribs["xmlns"],
    language: feed.attribs["xml:lang"],
    id: textOf(feed, "id"),
    title: textOf(feed, "title"),
    updated: textOf(feed, "updated"),
    author: textOf(feed, "author"),
    page: linkOf(feed, "alternate"),
    self: linkOf(feed, "self"),
    entries,
  };
}
