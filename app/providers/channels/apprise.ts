import { textWithUrl, type ChannelMessage, type ChannelRequest } from "./channel-message";

export interface AppriseTarget {
  kind: "apprise";
  /** The URL of a stored configuration: `http://apprise:8000/notify/key`. */
  url: string;
}

/** Notifies all that the configuration names (github.com/caronc/apprise-api). */
export function appriseRequest(
  { url }: AppriseTarget,
  { title, text, url: link }: ChannelMessage,
): ChannelRequest {
  return {
    url: new URL(url),
    body: JSON.stringify({ title, body: textWithUrl(text, link), type: "info", format: "text" }),
  };
}
