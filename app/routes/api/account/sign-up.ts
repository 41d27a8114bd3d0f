import { z } from "zod";
import { signUpSchema } from "~/features/accounts/credentials";
import { signUp } from "~/features/accounts/sign-up.server";
import type { Endpoint } from "~/http/api/endpoint";
import { formRedirect } from "~/http/pages/form-answer";
import { privateJson } from "~/http/response/json-response.server";
import { clientOf } from "~/http/request/client-of";
import { hasVisitorSettings, readVisitorSettings } from "~/http/pages/settings/visitor-settings";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { keepInAccount } from "~/http/session/account-settings.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { envelope, signedInBody, signedInSchema } from "./answers.server";

/** POST /api/auth/signup (specification 4.1). */
export const signUpEndpoint: Endpoint = {
  path: "/api/auth/signup",
  methods: {
    POST: {
      summary: "Create an account",
      description:
        "Creates an account with a password and signs it in. `user_name` is accepted for `username`. What a visitor has chosen on the pages before moves to the account. 409 when the address has an account.",
      tags: ["Account"],
      rateLimit: "signup",
      body: z.object({ username: z.string(), email: z.string(), password: z.string() }),
      answers: {
        200: {
          description: "The account and its session; the cookie is set.",
          schema: envelope(signedInSchema),
        },
        302: { description: "After a form: on to `returnTo` or the next step." },
      },
      async handle(input) {
        const { request, scope } = input;
        const body = await readBody(request);
        const account = parseInput(signUpSchema, body.value);
        const opened = await signUp(scope.services, account, clientOf(request, scope));
        const cookies = request.headers.get("cookie");
        if (hasVisitorSettings(cookies))
          await keepInAccount(scope.services.db, opened.userId, readVisitorSettings(cookies));
        const cookie = await replaceSession(request, scope, opened);
        return body.isForm
          ? formRedirect(body, "/signup/profile", cookie)
          : privateJson(await signedInBody(input, opened), { headers: cookie });
      },
    },
  },
};
