import { z } from "zod";
import { signInFormSchema, signInSchema } from "~/features/accounts/credentials";
import { signInWithPassword } from "~/features/accounts/sign-in/sign-in-with-password.server";
import { AppError } from "~/errors/app-error";
import type { Endpoint } from "~/http/api/endpoint";
import { formRedirect } from "~/http/pages/form-answer";
import { privateJson } from "~/http/response/json-response.server";
import { clientOf } from "~/http/request/client-of";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { envelope, signedInBody, signedInSchema } from "./answers.server";

/** POST /api/auth/signin (specification 4.1). */
export const signInEndpoint: Endpoint = {
  path: "/api/auth/signin",
  methods: {
    POST: {
      summary: "Sign in",
      description:
        "Signs in by address and password. A wrong password and an unknown address get the same 401. A form is sent on with 302.",
      tags: ["Account"],
      rateLimit: "signin",
      body: z.object({ email: z.string(), password: z.string() }),
      answers: {
        200: {
          description: "The account and its session; the cookie is set.",
          schema: envelope(signedInSchema),
        },
        302: { description: "After a form: on to `returnTo` or the homepage." },
      },
      async handle(input) {
        const { request, scope } = input;
        const body = await readBody(request);
        const credentials = parseInput(body.isForm ? signInFormSchema : signInSchema, body.value);
        const opened = await signInWithPassword(
          scope.services,
          credentials,
          clientOf(request, scope),
        );
        if (opened === null) throw new AppError("unauthenticated", "Invalid email or password");
        const cookie = await replaceSession(request, scope, opened);
        return body.isForm
          ? formRedirect(body, "/", cookie)
          : privateJson(await signedInBody(input, opened), { headers: cookie });
      },
    },
  },
};
