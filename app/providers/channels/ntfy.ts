import type { ChannelMessage, ChannelRequest } from "./channel-message";

export interface NtfyTarget {
  kind: "ntfy";
  /** The URL of the topic, as `https://ntfy.sh/topic`. */
  url: string;
  /** An access token of the ntfy server; null for a topic that anyone may publish to. */
  token: string | null;
}

/** The bytes of a message; a longer one would become an attachment. */
const MAX_BYTES = 4096;

/** Publishes as JSON (docs.ntfy.sh/publish), as headers could not hold every title. */
export function ntfyRequest(
  { url, token }: NtfyTarget,
  { title, text, url: click }: ChannelMessage,
): ChannelRequest {
  const topicUrl = new URL(url);
  return {
    url: new URL(".", topicUrl),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify({
      topic: ntfyTopic(topicUrl),
      title,
      message: withinBytes(text, MAX_BYTES),
      ...(click === null ? {} : { click }),
    }),
  };
}

/** The last part of the path. */
export function ntfyTopic({ pathname }: URL): string {
  return pathname.split("/").at(-1) ?? "";
}

/** The beginning of a text that has so many bytes in UTF-8 at most, without half of a character. */
function withinBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= max ? text : bytes.toString("utf8", 0, max).replace(/\uFFFD$/, "");
}
