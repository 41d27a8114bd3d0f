/** A message to a person or a program, without markup. */
export interface ChannelMessage {
  /** The same at each attempt, so that a receiver can recognise a repeat. */
  id: string;
  /** The site's name. */
  title: string;
  text: string;
  /** The absolute URL of the page that it is about; null on a site without `PUBLIC_URL`. */
  url: string | null;
  /** What a browser shows. */
  card: PushCard;
  /** What a program reads; `data` is made for those alone. */
  event: { type: string; at: Date; data: () => Readonly<Record<string, unknown>> };
}

/** What the service worker shows and does, with paths of this site. */
export interface PushCard {
  title: string;
  body: string;
  /** The page that a click opens. */
  path: string;
  image: string | null;
  /** Replaces what is shown with the same tag; also a topic of RFC 8030: 32 characters at most. */
  tag: string;
  /** The button that marks an episode as seen, in the reader's language; null without one. */
  seen: { label: string; animeId: number; episode: number } | null;
  /** The button that plays an episode; null without one. */
  watch: { label: string; path: string } | null;
}

/** A POST request, of JSON unless its headers say so. */
export interface ChannelRequest {
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

/** Text that a chat cannot take for a mention: a zero-width space follows each at sign. */
export function withoutMentions(text: string): string {
  return text.replaceAll("@", "@\u200B");
}

/** The text with the URL on a line of its own. */
export function textWithUrl(text: string, url: string | null): string {
  return url === null ? text : `${text}\n${url}`;
}
