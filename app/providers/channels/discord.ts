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
/** The characters that Discord takes. */
const MAX_LENGTH = 2000;

/** Executes the webhook and waits (discord.com/developers/docs/resources/webhook). */
export function discordRequest(
  { url }: DiscordTarget,
  { text, url: link }: ChannelMessage,
): ChannelRequest {
  const request = new URL(url);
  request.searchParams.set("wait", "true");
  const escaped = withoutMentions(text.replace(MARKUP, "\\$&"));
  const room = MAX_LENGTH - textWithUrl("", link).length;
  const content = escaped.length <= room ? escaped : withoutHalf(escaped.slice(0, room));
  return {
    url: request,
    body: JSON.stringify({
      content: textWithUrl(content, link),
      allowed_mentions: { parse: [] },
    }),
  };
}

/** Text without the half of an escape or of a character that it ends with. */
function withoutHalf(text: string): string {
  return text.replace(/[\\\uD800-\uDBFF]$/, "");
}
