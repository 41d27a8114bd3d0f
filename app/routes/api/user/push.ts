import { z } from "zod";
import { requireAdult } from "~/features/accounts/session-user.server";
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
      isForChildren: true,
      summary: "Send notifications to this browser",
      description:
        "Takes what `PushSubscription.toJSON()` returns. Notifications end with the session; sending the subscription again in another one starts them again. A browser that was another user's becomes this one's. 409 beyond ten browsers.",
      tags: TAGS,
      body: z.object({
        endpoint: endpointField,
        keys: z.object({
          p256dh: z.string().meta({ description: "A P-256 public key in base64url." }),
          auth: z.string().meta({ description: "16 bytes in base64url." }),
        }),
        renew: z.boolean().optional().meta({
          description:
            "With true, only a browser that the user has is started again; for any other one 404, and what it shows of another user ends.",
        }),
      }),
      responses: { 200: messageResponse },
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const { keyring, rules } = context.get(notificationsContext);
        const { value } = await readBody(request);
        const { endpoint: url, keys, renew } = parseInput(pushSubscriptionSchema, value);
        // A child's renewal ends what the browser shows of the user before.
        if (!renew) requireAdult(session.user);
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
