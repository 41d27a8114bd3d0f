import { appriseRequest, type AppriseTarget } from "./apprise";
import type { ChannelMessage, ChannelRequest } from "./channel-message";
import { discordRequest, type DiscordTarget } from "./discord";
import { ntfyRequest, type NtfyTarget } from "./ntfy";
import type { PushTarget } from "./push";
import { telegramRequest, type TelegramTarget } from "./telegram";
import { webhookRequest, type WebhookTarget } from "./webhook";

/** What a channel needs to reach its service; secret, as most of them are the right to post. */
export type ChannelTarget =
  | NtfyTarget
  | DiscordTarget
  | TelegramTarget
  | AppriseTarget
  | WebhookTarget
  | PushTarget;

export const CHANNEL_KINDS = ["ntfy", "discord", "telegram", "apprise", "webhook", "push"] as const;
export type ServiceKind = (typeof CHANNEL_KINDS)[number];
/** Mail goes to the account's address, and needs no target. */
export type ChannelKind = ServiceKind | "mail";

/** The request that sends a message at this time; `pushRequest` makes that to a browser. */
export function channelRequest(
  target: Exclude<ChannelTarget, PushTarget>,
  message: ChannelMessage,
  now: Date,
): ChannelRequest {
  switch (target.kind) {
    case "ntfy":
      return ntfyRequest(target, message);
    case "discord":
      return discordRequest(target, message);
    case "telegram":
      return telegramRequest(target, message);
    case "apprise":
      return appriseRequest(target, message);
    case "webhook":
      return webhookRequest(target, message, now);
  }
}
