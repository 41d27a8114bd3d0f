import { href, redirect } from "react-router";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { kindsSchema } from "~/features/notifications/channels/channel-forms";
import {
  saveChannelKinds,
  type ChannelOwner,
} from "~/features/notifications/channels/channels.server";
import { SITE_KINDS } from "~/features/notifications/notification-kinds";
import { servicesContext, type RouterContext } from "~/http/context";
import { submitChannel, type ChannelResult } from "~/http/forms/submit-channel.server";
import { parseInput, type Body } from "~/http/request/read-body.server";
import { z } from "zod";

const webhookFormSchema = z.object({ intent: z.string() });

/** Whether a form of the site's settings is about its webhooks. */
export function isWebhookForm({ value }: Body): boolean {
  return webhookFormSchema.safeParse(value).success;
}

/** Runs the form about the site's webhooks that `intent` names, for an owner. */
export async function submitWebhooks(
  { value }: Body,
  context: RouterContext,
  ownerId: string,
): Promise<Response | Exclude<ChannelResult, { done: string }>> {
  const { db } = context.get(servicesContext);
  const record: ChannelOwner["record"] = (tx, { change, name }) =>
    recordAudit(
      tx,
      { via: "page", userId: ownerId },
      { action: `webhook.${change}`, details: { name } },
    );
  const { intent } = parseInput(webhookFormSchema, value);
  if (intent === "kinds") {
    const { channels } = parseInput(kindsSchema, value);
    const kindsOf = new Map(
      [...channels].map(([id, kinds]) => [id, SITE_KINDS.filter((kind) => kinds.includes(kind))]),
    );
    await saveChannelKinds(db, { userId: null, record }, kindsOf);
    return done("saved");
  }
  const result = await submitChannel(context, { user: null, record }, value);
  return "done" in result ? done(result.done) : result;
}

function done(what: string): Response {
  return redirect(`${href("/admin/settings")}?done=${what}`);
}
