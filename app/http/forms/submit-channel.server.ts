import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Invalid, NotFound } from "~/errors/app-error";
import type { SessionUser } from "~/features/accounts/session-user.server";
import {
  channelKeySchema,
  newChannelSchema,
  siteChannelSchema,
  targetOf,
} from "~/features/notifications/channels/channel-forms";
import {
  addChannel,
  listChannels,
  pauseChannel,
  readTarget,
  removeChannel,
  resumeChannel,
  rotateSecret,
  type ChannelOwner,
} from "~/features/notifications/channels/channels.server";
import { hostOfTarget } from "~/features/notifications/channels/check-target";
import { channelSender } from "~/features/notifications/delivery/channel-sender.server";
import { composeTestMail } from "~/features/notifications/delivery/compose-mail";
import { composeTest } from "~/features/notifications/delivery/compose";
import { kindsFor, SITE_KINDS } from "~/features/notifications/notification-kinds";
import {
  notificationsContext,
  requestContext,
  servicesContext,
  siteContext,
  type RouterContext,
} from "~/http/context";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput } from "~/http/request/read-body.server";
import { createMailSender } from "~/providers/mail/mail-sender.server";
import type { SendOutcome } from "~/providers/channels/send-outcome";
import { sendToChannel } from "~/providers/channels/send.server";
import { createWebhookSecret } from "~/providers/channels/webhook";
import { deliveryReader } from "~/services/delivery-reader.server";

/** What a form did, or a secret that is shown once, or how a test went. */
export type ChannelResult =
  | { done: "added" | "paused" | "removed" | "resumed" }
  | { secret: string; name: string }
  | { tested: { id: string; outcome: SendOutcome } };

interface ChannelManager extends Pick<ChannelOwner, "record"> {
  /** The user whose channels they are; null for the site's. */
  user: SessionUser | null;
}

const intentSchema = z.object({
  intent: z.enum(["add", "pause", "remove", "resume", "rotate", "test"]),
});

/** Runs the form about a channel that `intent` names. Throws `Invalid` for another form. */
export async function submitChannel(
  context: RouterContext,
  { user, record }: ChannelManager,
  value: unknown,
): Promise<ChannelResult> {
  const { db } = context.get(servicesContext);
  const { keyring, rules } = context.get(notificationsContext);
  const owner: ChannelOwner = {
    userId: user?.id ?? null,
    ...(record === undefined ? {} : { record }),
  };
  const chosen = intentSchema.safeParse(value);
  if (!chosen.success) throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
  if (chosen.data.intent === "add") {
    const form = parseInput(user === null ? siteChannelSchema : newChannelSchema, value);
    const ownOrigins = [...rules.ownOrigins, context.get(requestContext).origin];
    const host = hostOfTarget(form.url, { ...rules, ownOrigins });
    const target = targetOf(form, createWebhookSecret);
    const { name } = form;
    const kinds = user === null ? SITE_KINDS : kindsFor(target.kind);
    await addChannel(db, keyring, owner, { name, host, target, kinds });
    return target.kind === "webhook" ? { secret: target.secret, name } : { done: "added" };
  }
  const { id } = parseInput(channelKeySchema, value);
  switch (chosen.data.intent) {
    case "test":
      await consumeRateLimit("channelTest", context);
      return { tested: { id, outcome: await sendTest(context, user, id) } };
    case "pause":
      await pauseChannel(db, owner, id);
      return { done: "paused" };
    case "resume":
      await resumeChannel(db, owner, id);
      return { done: "resumed" };
    case "remove":
      await removeChannel(db, owner, id);
      return { done: "removed" };
    case "rotate":
      return rotateSecret(db, keyring, owner, id);
  }
}

async function sendTest(
  context: RouterContext,
  user: SessionUser | null,
  id: string,
): Promise<SendOutcome> {
  const { db, config } = context.get(servicesContext);
  const { keyring, outbound, mailer } = context.get(notificationsContext);
  const { name, defaultLocale } = await context.get(siteContext).siteSettings.readCached();
  const origin = config.server.publicUrl?.origin ?? null;
  const stored = user?.preferences.site ?? null;
  const { reader } = deliveryReader(stored, { name, defaultLocale, origin });
  const testId = randomUUID();
  const userId = user?.id ?? null;
  const channel = (await listChannels(db, userId)).find((own) => own.id === id);
  if (channel?.kind === "mail") {
    const email = user?.email ?? null;
    if (mailer === null || email === null) throw new NotFound("channel.notFound");
    return createMailSender(mailer).send(composeTestMail(reader, testId, email));
  }
  const target = await readTarget(db, keyring, userId, id);
  const sender = channelSender({ db, keyring, outbound, origin });
  return sendToChannel(sender, target, composeTest(reader, testId));
}
