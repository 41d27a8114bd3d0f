import { randomUUID } from "node:crypto";
import { href, redirect } from "react-router";
import { z } from "zod";
import { Invalid, NotFound } from "~/errors/app-error";
import {
  channelKeySchema,
  kindsSchema,
  mailSchema,
  newChannelSchema,
  quietSchema,
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
  saveChannelKinds,
} from "~/features/notifications/channels/channels.server";
import { saveMailTiming } from "~/features/notifications/channels/mail-channel.server";
import { hostOfTarget } from "~/features/notifications/channels/check-target";
import { channelSender } from "~/features/notifications/delivery/channel-sender.server";
import { composeTestMail } from "~/features/notifications/delivery/compose-mail";
import { composeTest } from "~/features/notifications/delivery/compose";
import { isKindOf, kindsFor, OPTIONAL_KINDS } from "~/features/notifications/notification-kinds";
import { requireAdult } from "~/features/accounts/session-user.server";
import type { Session } from "~/features/accounts/sessions.server";
import { saveSitePreferences } from "~/features/profile/preferences.server";
import {
  notificationsContext,
  requestContext,
  servicesContext,
  siteContext,
  type RouterContext,
} from "~/http/context";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, type Body } from "~/http/request/read-body.server";
import { createMailSender } from "~/providers/mail/mail-sender.server";
import type { SendOutcome } from "~/providers/channels/send-outcome";
import { sendToChannel } from "~/providers/channels/send.server";
import { createWebhookSecret } from "~/providers/channels/webhook";
import { deliveryReader } from "~/services/delivery-reader.server";

const PATH = href("/settings/notifications");

/** A secret that is shown once, or how a test went. */
export type ChannelResult =
  | { secret: string; name: string }
  | { tested: { id: string; outcome: SendOutcome } };

/** Runs the form named by `intent`. */
export async function submitChannels(
  { value }: Body,
  context: RouterContext,
  session: Session,
): Promise<Response | ChannelResult> {
  const { db } = context.get(servicesContext);
  const { keyring, rules } = context.get(notificationsContext);
  const { id: userId } = session.user;
  const { intent } = parseInput(z.object({ intent: z.string() }), value);
  switch (intent) {
    case "kinds": {
      const { bell, channels } = parseInput(kindsSchema, value);
      // What the table has not is left on.
      const notificationsOff = OPTIONAL_KINDS.filter(
        (kind) => isKindOf(kind, session.user) && !bell.includes(kind),
      );
      await saveSitePreferences(db, userId, { notificationsOff });
      await saveChannelKinds(db, userId, channels);
      return redirect(`${PATH}?done=saved`);
    }
    case "quiet":
      await saveSitePreferences(db, userId, parseInput(quietSchema, value));
      return redirect(`${PATH}?done=saved`);
  }
  requireAdult(session.user);
  if (intent === "add") {
    const form = parseInput(newChannelSchema, value);
    const ownOrigins = [...rules.ownOrigins, context.get(requestContext).origin];
    const host = hostOfTarget(form.url, { ...rules, ownOrigins });
    const target = targetOf(form, createWebhookSecret);
    const { name } = form;
    await addChannel(db, keyring, userId, { name, host, target, kinds: kindsFor(target.kind) });
    return target.kind === "webhook"
      ? { secret: target.secret, name }
      : redirect(`${PATH}?done=added`);
  }
  if (intent === "mail") {
    const { timing, digestHour } = parseInput(mailSchema, value);
    await saveSitePreferences(db, userId, { digestHour });
    await saveMailTiming(db, userId, timing);
    return redirect(`${PATH}?done=saved`);
  }
  const { id } = parseInput(channelKeySchema, value);
  switch (intent) {
    case "test":
      await consumeRateLimit("channelTest", context);
      return { tested: { id, outcome: await sendTest(context, session, id) } };
    case "pause":
      await pauseChannel(db, userId, id);
      return redirect(`${PATH}?done=paused`);
    case "resume":
      await resumeChannel(db, userId, id);
      return redirect(`${PATH}?done=resumed`);
    case "remove":
      await removeChannel(db, userId, id);
      return redirect(`${PATH}?done=removed`);
    case "rotate":
      return rotateSecret(db, keyring, userId, id);
    default:
      throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
  }
}

async function sendTest(
  context: RouterContext,
  { user }: Session,
  id: string,
): Promise<SendOutcome> {
  const { db, config } = context.get(servicesContext);
  const { keyring, outbound, mailer } = context.get(notificationsContext);
  const { name, defaultLocale } = await context.get(siteContext).siteSettings.readCached();
  const origin = config.server.publicUrl?.origin ?? null;
  const { reader } = deliveryReader(user.preferences.site, { name, defaultLocale, origin });
  const testId = randomUUID();
  const channel = (await listChannels(db, user.id)).find((own) => own.id === id);
  if (channel?.kind === "mail") {
    if (mailer === null || user.email === null) throw new NotFound("channel.notFound");
    return createMailSender(mailer).send(composeTestMail(reader, testId, user.email));
  }
  const target = await readTarget(db, keyring, user.id, id);
  const sender = channelSender({ db, keyring, outbound, origin });
  return sendToChannel(sender, target, composeTest(reader, testId));
}
