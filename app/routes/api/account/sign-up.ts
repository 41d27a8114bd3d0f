import { href } from "react-router";
import { z } from "zod";
import { signUpSchema } from "~/features/accounts/credentials";
import { requirePasswords } from "~/features/accounts/password/require-password.server";
import { signUp } from "~/features/accounts/sign-up.server";
import { resource } from "~/http/api/resource.server";
import { formRedirect } from "~/http/pages/form-redirect";
import { jsonResponse } from "~/http/response/json-response.server";
import { describeClient } from "~/http/request/describe-client";
import {
  hasVisitorSettings,
  readVisitorSettings,
} from "~/http/viewer/visitor-settings-cookie.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { saveVisitorSettings } from "~/pages/viewer/save-visitor-settings.server";
import { claimOwnership } from "~/http/session/claim-ownership.server";
import { requireOpenSignUps } from "~/http/session/require-open-sign-ups.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { signedInBody, signedInSchema } from "./signed-in.server";
import { envelope } from "~/routes/api/responses.server";
import { accountsContext } from "~/http/context";

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "anonymous",
      summary: "Create an account",
      description:
        "Creates an account with a password and signs in. `user_name` is an alias of `username`. The visitor's settings are copied to the account. 403 while sign-ups are closed, or when they require an `invitation` (the code of a link) and the given one cannot be used, and with `code`: `passwords_off` where the site has no passwords. 409 when the email address has an account.",
      tags: ["Account"],
      rateLimit: "signup",
      body: z.object({
        username: z.string(),
        email: z.string(),
        password: z.string(),
        invitation: z.string().optional(),
      }),
      responses: {
        200: {
          description: "The account and its session; the cookie is set.",
          schema: envelope(signedInSchema),
        },
        302: { description: "For a form: redirects to `returnTo` or the next step." },
      },
      async handle(input) {
        const { request, context } = input;
        const accounts = context.get(accountsContext);
        requirePasswords(accounts);
        const body = await readBody(request);
        const mode = await requireOpenSignUps(context, body);
        const account = parseInput(signUpSchema, body.value);
        const opened = await signUp(
          { ...accounts, mode },
          account,
          describeClient(request, context),
        );
        await claimOwnership(context, account.email);
        const cookies = request.headers.get("cookie");
        if (hasVisitorSettings(cookies))
          await saveVisitorSettings(accounts.db, opened.userId, readVisitorSettings(cookies));
        const cookie = await replaceSession(request, context, opened);
        return body.isForm
          ? formRedirect(body, href("/signup/profile"), cookie)
          : jsonResponse(await signedInBody(input, opened), { headers: cookie });
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
