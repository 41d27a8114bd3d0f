import { href } from "react-router";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { copyAvatar } from "~/features/uploads/copy-avatar.server";
import {
  requestContext,
  servicesContext,
  type RouterContext,
  uploadsContext,
} from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { readVisitorSettings } from "~/http/viewer/visitor-settings-cookie.server";
import { saveVisitorSettings } from "~/pages/viewer/save-visitor-settings.server";
import { finishProviderSignIn } from "~/http/session/provider-sign-in.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { askForSecondFactor } from "~/http/session/second-step.server";
import { withReturnTo } from "~/ui/with-return-to";
import { failureResponse, redirectPrivately } from "./provider-responses.server";

const AVATAR_TIMEOUT_MS = 2_000;

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "anonymous",
      summary: "Callback of the provider",
      description:
        "The provider redirects the browser here after the sign-in. New users continue to the sign-up steps.",
      tags: ["Account"],
      rateLimit: "callback",
      query: z.object({
        code: z.string().optional().meta({ description: "The authorization code." }),
        state: z.string().optional().meta({ description: "The state of the sign-in." }),
        iss: z.string().optional().meta({ description: "The provider's issuer (RFC 9207)." }),
        error: z.string().optional().meta({ description: "The provider's error code." }),
      }),
      responses: {
        302: {
          description:
            "Signed in: redirects to `returnTo` or the sign-up steps, or to the page that asks for the second factor. Browsers are also redirected after a failure, to the page where they started, as in `/signin?error=…`.",
        },
      },
      async handle(input) {
        const { request, context } = input;
        const { db } = context.get(servicesContext);
        // Link checkers send HEAD, which must not use up the code.
        if (request.method === "HEAD")
          return new Response(null, { headers: { "cache-control": "private, no-store" } });
        const finished = await finishProviderSignIn(request, context);
        if (finished.kind === "failed") return failureResponse(input, finished, finished.cookies);
        const { returnTo, cookies } = finished;
        if (finished.kind === "linked" || finished.kind === "confirmed")
          return redirectPrivately(returnTo, cookies);
        if (finished.kind === "second-step") {
          const { location, cookie } = askForSecondFactor(context, finished.step, returnTo);
          return redirectPrivately(location, [cookie, ...cookies]);
        }
        const { session } = finished;
        if (session.isNew) {
          await saveVisitorSettings(
            db,
            session.userId,
            readVisitorSettings(request.headers.get("cookie")),
          );
          await storeProviderAvatar(context, session.userId, session.avatarUrl);
        }
        const { "set-cookie": sessionCookie = "" } = await replaceSession(
          request,
          context,
          session,
        );
        return redirectPrivately(
          session.isNew ? withReturnTo(href("/signup/profile"), returnTo) : returnTo,
          [sessionCookie, ...cookies],
        );
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;

/** Stores the provider's avatar as an upload. Never fails the sign-in. */
async function storeProviderAvatar(
  context: RouterContext,
  userId: string,
  address: string | null,
): Promise<void> {
  const { log } = context.get(servicesContext);
  const { origin, clientKey, requestId } = context.get(requestContext);
  if (address === null) return;
  const taking = copyAvatar(context.get(uploadsContext), {
    userId,
    address,
    ownOrigin: origin,
    client: clientKey,
  }).catch((error: unknown) => {
    log.warn(
      { requestId, err: error instanceof Error ? error.message : String(error) },
      "storing the provider's avatar failed",
    );
  });
  await Promise.race([taking, sleep(AVATAR_TIMEOUT_MS)]);
}
