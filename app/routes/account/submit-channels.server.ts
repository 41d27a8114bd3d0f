import { href, redirect } from "react-router";
import { z } from "zod";
import {
  kindsSchema,
  mailSchema,
  quietSchema,
} from "~/features/notifications/channels/channel-forms";
import { saveChannelKinds } from "~/features/notifications/channels/channels.server";
import { saveMailTiming } from "~/features/notifications/channels/mail-channel.server";
import { isKindOf, OPTIONAL_KINDS } from "~/features/notifications/notification-kinds";
import { requireAdult } from "~/features/accounts/session-user.server";
import type { Session } from "~/features/accounts/sessions.server";
import { saveSitePreferences } from "~/features/profile/preferences.server";
import { servicesContext, type RouterContext } from "~/http/context";
import { submitChannel, type ChannelResult } from "~/http/forms/submit-channel.server";
import { parseInput, type Body } from "~/http/request/read-body.server";

/** Runs the form named by `intent`. */
export async function submitChannels(
  { value }: Body,
  context: RouterContext,
  { user }: Session,
): Promise<Response | Exclude<ChannelResult, { done: string }>> {
  const { db } = context.get(servicesContext);
  const { id: userId } = user;
  const { intent } = parseInput(z.object({ intent: z.string() }), value);
  switch (intent) {
    case "kinds": {
      const { bell, channels } = parseInput(kindsSchema, value);
      // What the table has not is left on.
      const notificationsOff = OPTIONAL_KINDS.filter(
        (kind) => isKindOf(kind, user) && !bell.includes(kind),
      );
      await saveSitePreferences(db, userId, { notificationsOff });
      await saveChannelKinds(db, { userId }, channels);
      return done("saved");
    }
    case "quiet":
      await saveSitePreferences(db, userId, parseInput(quietSchema, value));
      return done("saved");
  }
  requireAdult(user);
  if (intent === "mail") {
    const { timing, digestHour } = parseInput(mailSchema, value);
    await saveSitePreferences(db, userId, { digestHour });
    await saveMailTiming(db, userId, timing);
    return done("saved");
  }
  const result = await submitChannel(context, { user }, value);
  return "done" in result ? done(result.done) : result;
}

function done(what: string): Response {
  return redirect(`${href("/settings/notifications")}?done=${what}`);
}
