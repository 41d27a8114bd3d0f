import { z } from "zod";
import {
  signInByNameSchema,
  signInFormSchema,
  signInSchema,
} from "~/features/accounts/credentials";
import { requirePasswords } from "~/features/accounts/password/require-password.server";
import { AppError, SecondFactorRequired } from "~/errors/app-error";
import {
  secondFactorCodeSchema,
  type SecondFactorCode,
} from "~/features/accounts/second-factor/code-input";
import { finishSecondStep } from "~/features/accounts/sign-in/open-session.server";
import type { CreatedSession } from "~/features/accounts/sign-up.server";
import { accountsContext, type RouterContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { formRedirect } from "~/http/pages/form-redirect";
import { jsonResponse } from "~/http/response/json-response.server";
import { createAuthenticator, credentialsRequest } from "~/http/session/authenticator.server";
import { describeClient } from "~/http/request/describe-client";
import { parseInput, readBody, type Body } from "~/http/request/read-body.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { signedInBody, signedInSchema } from "./signed-in.server";
import { envelope } from "~/routes/api/responses.server";

/** Programs send an empty field for an account without a second factor. */
const codeSchema = z.object({
  code: z.preprocess(
    (code) => (code === "" || code === null ? undefined : code),
    secondFactorCodeSchema.optional(),
  ),
});

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "anonymous",
      summary: "Sign in",
      description:
        "Signs in with an email address (or `username`, if exactly one account has it) and a password. A wrong password and an unknown account get the same 401. For an account with two-factor authentication, `code` is a code of the authenticator app or a recovery code; without it, with an empty or with a wrong one the 401 has `code`: `second_factor_required` or `second_factor_wrong`. 403 with `code`: `passwords_off` where the site has no passwords. Forms are redirected with 302.",
      tags: ["Account"],
      rateLimit: "signin",
      body: z.object({
        email: z.string().optional(),
        username: z.string().optional().meta({ description: "In place of `email`." }),
        password: z.string(),
        code: z.string().nullish(),
      }),
      responses: {
        200: {
          description: "The account and its session; the cookie is set.",
          schema: envelope(signedInSchema),
        },
        302: { description: "For a form: redirects to `returnTo` or the homepage." },
      },
      async handle(input) {
        const { request, context } = input;
        requirePasswords(context.get(accountsContext));
        const body = await readBody(request);
        const credentials = readCredentials(body);
        const { code } = parseInput(codeSchema, body.value);
        const opened = await createAuthenticator(context).authenticate(
          "password",
          credentialsRequest(request, credentials),
        );
        if (opened === null) throw new AppError("unauthenticated", "account.wrongCredentials");
        const session =
          opened.kind === "signed-in"
            ? opened
            : await finishWithCode(request, context, opened.code, code);
        const cookie = await replaceSession(request, context, session);
        return body.isForm
          ? formRedirect(body, "/", cookie)
          : jsonResponse(await signedInBody(input, session), { headers: cookie });
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;

/** `username` stands in for an email address that is left out or empty. */
function readCredentials({ isForm, value }: Body) {
  const { email, username } =
    typeof value === "object" && value !== null
      ? (value as { email?: unknown; username?: unknown })
      : {};
  const isByName = username !== undefined && (email ?? "") === "";
  if (isForm)
    return parseInput(
      signInFormSchema,
      isByName ? { ...(value as object), email: username } : value,
    );
  return parseInput(isByName ? signInByNameSchema : signInSchema, value);
}

/** A program sends password and code at once. */
async function finishWithCode(
  request: Request,
  context: RouterContext,
  pending: string,
  code: SecondFactorCode | undefined,
): Promise<CreatedSession> {
  if (code === undefined) throw new SecondFactorRequired("second_factor_required");
  const finished = await finishSecondStep(
    context.get(accountsContext),
    { pending, code, trustsBrowser: false },
    describeClient(request, context),
  );
  if (finished.kind === "signed-in") return finished;
  throw new SecondFactorRequired(
    finished.kind === "wrong" ? "second_factor_wrong" : "second_factor_required",
  );
}
