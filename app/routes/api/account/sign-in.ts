import { z } from "zod";
import { signInFormSchema, signInSchema } from "~/features/accounts/credentials";
import { AppError } from "~/errors/app-error";
import type { Endpoint } from "~/http/api/endpoint";
import { formRedirect } from "~/http/pages/form-redirect";
import { jsonResponse } from "~/http/response/json-response.server";
import { createAuthenticator, credentialsRequest } from "~/http/session/authenticator.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { envelope, signedInBody, signedInSchema } from "./envelope.server";

export const signInEndpoint: Endpoint = {
  path: "/api/auth/signin",
  methods: {
    POST: {
      tokenScope: "anonymous",
      summary: "Sign in",
      description:
        "Signs in with email address and password. A wrong password and an unknown address get the same 401. Forms are redirected with 302.",
      tags: ["Account"],
      rateLimit: "signin",
      body: z.object({ email: z.string(), password: z.string() }),
      responses: {
        200: {
          description: "The account and its session; the cookie is set.",
          schema: envelope(signedInSchema),
        },
        302: { description: "For a form: redirects to `returnTo` or the homepage." },
      },
      async handle(input) {
        const { request, context } = input;
        const body = await readBody(request);
        const credentials = parseInput(body.isForm ? signInFormSchema : signInSchema, body.value);
        const session = await createAuthenticator(context).authenticate(
          "password",
          credentialsRequest(request, credentials),
        );
        if (session === null) throw new AppError("unauthenticated", "account.wrongCredentials");
        const cookie = await replaceSession(request, context, session);
        return body.isForm
          ? formRedirect(body, "/", cookie)
          : jsonResponse(await signedInBody(input, session), { headers: cookie });
      },
    },
  },
};
