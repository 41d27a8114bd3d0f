import {
  textWithUrl,
  withoutMentions,
  type ChannelMessage,
  type ChannelRequest,
} from "./channel-message";

export interface TelegramTarget {
  kind: "telegram";
  /** The URL of the Bot API's server. */
  url: string;
  /** The bot's token. */
  token: string;
  /** The id of the chat, or `@name` of a channel. */
  chat: string;
}

/** Sends plain text, without `parse_mode` (core.telegram.org/bots/api#sendmessage). */
export function telegramRequest(
  { url, token, chat }: TelegramTarget,
  { text, url: link }: ChannelMessage,
): ChannelRequest {
  return {
    url: new URL(`./bot${token}/sendMessage`, url.endsWith("/") ? url : `${url}/`),
    body: JSON.stringify({ chat_id: chat, text: textWithUrl(withoutMentions(text), link) }),
  };
}
