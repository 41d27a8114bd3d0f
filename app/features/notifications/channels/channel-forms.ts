import { z } from "zod";
import {
  EVENT_KINDS,
  NOTIFICATION_KINDS,
  type EventKind,
} from "~/features/notifications/notification-kinds";
import { zodMessage } from "~/i18n/error-message";
import { nameText } from "~/i18n/name-text";
import { parseUrl } from "~/parsing/parse-url";
import type { ChannelTarget } from "~/providers/channels/channel-target";
import { ntfyTopic } from "~/providers/channels/ntfy";
import { MAIL_TIMINGS } from "./mail-timing";
import { BELL } from "./tick-value";

/** How many channels a user may have. */
export const MAX_CHANNELS = 20;
const MAX_NAME_LENGTH = 64;
const MAX_URL_LENGTH = 2_000;
const MAX_TOKEN_LENGTH = 200;
/** Where bots of Telegram are, unless a server of one's own is named. */
const TELEGRAM_URL = "https://api.telegram.org";

const name = nameText({
  max: MAX_NAME_LENGTH,
  required: "channel.nameRequired",
  invalid: "profile.invalidName",
  tooLong: { key: "profile.nameTooLong", values: { max: MAX_NAME_LENGTH } },
});
const url = z
  .string(zodMessage("channel.urlRequired"))
  .trim()
  .min(1, zodMessage("channel.urlRequired"))
  .max(MAX_URL_LENGTH, zodMessage({ key: "source.urlTooLong", values: { max: MAX_URL_LENGTH } }));
/** What goes into a header or a path. */
const token = (message: "channel.ntfyToken" | "channel.telegramToken", form: RegExp) =>
  z.string(zodMessage(message)).trim().max(MAX_TOKEN_LENGTH).regex(form, zodMessage(message));

const ntfyUrl = url.refine((text) => {
  const parsed = parseUrl(text);
  return parsed !== null && parsed.search === "" && /^[-\w]{1,64}$/.test(ntfyTopic(parsed));
}, zodMessage("channel.ntfyTopic"));

const webhookSchema = z.object({ kind: z.literal("webhook"), name, url });

/** The form that adds a webhook of the site. */
export const siteChannelSchema = z.object({
  ...webhookSchema.shape,
  kind: z.literal(
    "webhook",
    zodMessage({ key: "field.choice", values: { field: "kind", choices: "webhook" } }),
  ),
});

/** The form that adds a channel: what it is called and where it leads. */
export const newChannelSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("ntfy"),
    name,
    url: ntfyUrl,
    token: token("channel.ntfyToken", /^[\x21-\x7e]*$/)
      .transform((text) => (text === "" ? null : text))
      .nullish()
      .transform((text) => text ?? null),
  }),
  z.object({ kind: z.literal("discord"), name, url }),
  z.object({
    kind: z.literal("telegram"),
    name,
    token: token("channel.telegramToken", /^\d+:[\w-]+$/),
    chat: z
      .string(zodMessage("channel.telegramChat"))
      .trim()
      .regex(/^(?:-?\d{1,20}|@\w{1,64})$/, zodMessage("channel.telegramChat")),
    url: z
      .string()
      .trim()
      .optional()
      .transform((text) => (text === undefined || text === "" ? TELEGRAM_URL : text))
      .pipe(url),
  }),
  z.object({ kind: z.literal("apprise"), name, url }),
  webhookSchema,
]);
export type NewChannelForm = z.output<typeof newChannelSchema>;

/** The target that the form describes; a webhook gets this secret. */
export function targetOf(form: NewChannelForm, createSecret: () => string): ChannelTarget {
  const { name: _, ...target } = form;
  return target.kind === "webhook" ? { ...target, secret: createSecret(), previous: null } : target;
}

const channelId = z.uuid(zodMessage("channel.id"));

const tooMany = zodMessage({ key: "channel.tooMany", values: { max: MAX_CHANNELS } });
const several = (value: unknown) => (value === undefined ? [] : [value].flat());
const invalidKinds = zodMessage({
  key: "field.choice",
  values: { field: "kinds", choices: EVENT_KINDS.join(", ") },
});

/**
 * The check boxes: the channels that have some, and what gets which kind. A channel that was added
 * meanwhile keeps its kinds.
 */
export const kindsSchema = z
  .object({
    channel: z.preprocess(several, z.array(channelId).max(MAX_CHANNELS, tooMany)),
    kinds: z.preprocess(
      several,
      z.array(
        z.string(invalidKinds).transform((text, context) => {
          const [receiver = "", name] = text.split(" ");
          const kind = EVENT_KINDS.find((known) => known === name);
          if (kind !== undefined) return { receiver, kind };
          context.addIssue({ code: "custom", message: invalidKinds });
          return z.NEVER;
        }),
      ),
    ),
  })
  .transform(({ channel, kinds }) => {
    const isTicked = (receiver: string, kind: EventKind) =>
      kinds.some((tick) => tick.receiver === receiver && tick.kind === kind);
    const kindsOf = (id: string) => EVENT_KINDS.filter((kind) => isTicked(id, kind));
    return {
      bell: NOTIFICATION_KINDS.filter((kind) => isTicked(BELL, kind)),
      channels: new Map(channel.map((id) => [id, kindsOf(id)])),
    };
  });

export const channelKeySchema = z.object({ id: channelId });

const timingChoices = zodMessage({
  key: "field.choice",
  values: { field: "timing", choices: MAIL_TIMINGS.join(", ") },
});
const digestHour = zodMessage({
  key: "field.integerBetween",
  values: { field: "digestHour", min: 0, max: 23 },
});

/** The time at which mail is sent, with the hour of a daily or weekly one. */
export const mailSchema = z.object({
  timing: z.enum(MAIL_TIMINGS, timingChoices),
  digestHour: z
    .string(digestHour)
    .regex(/^(?:\d|1\d|2[0-3])$/, digestHour)
    .transform(Number),
});

const time = (field: string) =>
  z
    .string()
    .trim()
    .regex(
      /^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/,
      zodMessage({ key: "field.time", values: { field } }),
    );

/** Quiet hours as `HH:MM`, or both empty for none. */
export const quietSchema = z
  .object({ quietFrom: time("quietFrom"), quietUntil: time("quietUntil") })
  .transform(({ quietFrom, quietUntil }, context) => {
    if ((quietFrom === "") !== (quietUntil === "")) {
      const path = [quietFrom === "" ? "quietFrom" : "quietUntil"];
      context.addIssue({ code: "custom", path, message: zodMessage("channel.bothTimes") });
    }
    return { quietFrom: quietFrom || null, quietUntil: quietUntil || null };
  });
