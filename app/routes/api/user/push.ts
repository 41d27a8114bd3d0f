import { z } from "zod";
import { hostOfTarget } from "~/features/notifications/channels/check-target";
import {
  addPushChannel,
  removePushChannel,
} from "~/features/notifications/channels/push-channels.server";
import {
  pushEndpointSchema,
  pushSubscriptionSchema,
} from "~/features/notifications/channels/push-input";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { notificationsContext, requestContext, servicesContext } from "~/http/context";
import { describeClient } from "~/http/request/describe-client";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { messageResponse } from "~/routes/api/responses.server";

const TAGS = ["Notifications"];
const endpointField = z.url().max(2000).meta({ description: "The endpoint of the push service." });

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "session",
      summary: "Send notifications to this browser",
      description:
        "Takes what `PushSubscription.toJSON()` returns. Messages end with the session; sending the subscription again in another session of the same user starts them again. 409 beyond ten browsers.",
      tags: TAGS,
      body: z.object({
        endpoint: endpointField,
        keys: z.object({
          p256dh: z.string().meta({ description: "A point of P-256 in base64url." }),
          auth: z.string().meta({ description: "16 bytes in base64url." }),
        }),
        renew: z.boolean().optional().meta({
          description: "With true, only what the user has is started again; else 404.",
        }),
      }),
      responses: { 200: messageResponse },
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const { keyring, rules } = context.get(notificationsContext);
        const { value } = await readBody(request);
        const { endpoint: url, keys, renew } = parseInput(pushSubscriptionSchema, value);
        const ownOrigins = [...rules.ownOrigins, context.get(requestContext).origin];
        hostOfTarget(url, { ...rules, ownOrigins }, { field: "endpoint", needsTls: true });
        await addPushChannel(
          db,
          keyring,
          {
            userId: session.user.id,
            sessionHash: session.idHash,
            device: describeClient(request, context).device,
            renews: renew,
          },
          { kind: "push", url, ...keys },
        );
        return jsonResponse({ success: true, data: { message: "Added." } });
      }),
    },
    DELETE: {
      tokenScope: "session",
      summary: "Send no more notifications to a browser",
      tags: TAGS,
      body: z.object({ endpoint: endpointField }),
      responses: { 200: messageResponse },
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const { value } = await readBody(request);
        const { endpoint: url } = parseInput(pushEndpointSchema, value);
        await removePushChannel(db, session.user.id, url);
        return jsonResponse({ success: true, data: { message: "Removed." } });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
