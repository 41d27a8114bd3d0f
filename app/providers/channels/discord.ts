import {
  textWithUrl,
  withoutMentions,
  type ChannelMessage,
  type ChannelRequest,
} from "./channel-message";

export interface DiscordTarget {
  kind: "discord";
  /** The URL of the webhook. */
  url: string;
}

/** A backslash before punctuation makes it text (support.discord.com, "Markdown Text 101"). */
const MARKUP = /[!-/:-@[-`{-~]/g;

/** Executes the webhook and waits for its result (discord.com/developers/docs/resources/webhook). */
export function discordRequest(
  { url }: DiscordTarget,
  { text, url: link }: ChannelMessage,
): ChannelRequest {
  const request = new URL(url);
  request.searchParams.set("wait", "true");
  const content = withoutMentions(text.replace(MARKUP, "\\$&"));
  return {
    url: request,
    body: JSON.stringify({
      content: textWithUrl(content, link),
      allowed_mentions: { parse: [] },
    }),
  };
}
