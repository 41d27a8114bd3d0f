import type { ChannelMessage, ChannelRequest } from "./channel-message";

export interface NtfyTarget {
  kind: "ntfy";
  /** The URL of the topic, as `https://ntfy.sh/topic`. */
  url: string;
  /** An access token of the ntfy server; null for a topic that anyone may publish to. */
  token: string | null;
}

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
      message: text,
      ...(click === null ? {} : { click }),
    }),
  };
}

/** The last part of the path. */
export function ntfyTopic({ pathname }: URL): string {
  return pathname.split("/").at(-1) ?? "";
}
