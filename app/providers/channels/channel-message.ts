/** A message to a person or a program, without markup. */
export interface ChannelMessage {
  /** The same at each attempt, so that a receiver can recognise a repeat. */
  id: string;
  /** The site's name. */
  title: string;
  text: string;
  /** The absolute URL of the page that it is about; null on a site without `PUBLIC_URL`. */
  url: string | null;
  /** What a program reads. */
  event: { type: string; at: Date; data: Readonly<Record<string, unknown>> };
}

/** A POST request of JSON. */
export interface ChannelRequest {
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body: string;
}

/** Text that a chat cannot take for a mention: a zero-width space follows each at sign. */
export function withoutMentions(text: string): string {
  return text.replaceAll("@", "@\u200B");
}

/** The text with the URL on a line of its own. */
export function textWithUrl(text: string, url: string | null): string {
  return url === null ? text : `${text}\n${url}`;
}
