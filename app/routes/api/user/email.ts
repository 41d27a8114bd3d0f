import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { changeEmail, changeEmailSchema } from "~/features/accounts/change-email.server";
import { requireProof } from "~/features/accounts/recent-proof.server";
import { resource } from "~/http/api/resource.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope, messageSchema } from "~/routes/api/responses.server";
import { accountsContext } from "~/http/context";

const deleteSchema = z.object({
  password: z
    .string(zodMessage("password.required"))
    .max(200, zodMessage("password.tooLong"))
    .optional(),
});

const emailSchema = changeEmailSchema.extend({ currentPassword: deleteSchema.shape.password });

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "session",
      summary: "Change the email address",
      description:
        "Requires the current password, or a sign-in less than ten minutes old; a wrong password is always 403. 409 when the new address is in use. Ends all other sessions of the user and notifies the old address, if the site sends mail.",
      tags: ["Account"],
      rateLimit: "passwordChange",
      body: emailSchema,
      responses: {
        200: { description: "The email address was changed.", schema: envelope(messageSchema) },
      },
      handle: withSession(async ({ request, context, session }) => {
        const { email, currentPassword } = parseInput(emailSchema, (await readBody(request)).value);
        const accounts = context.get(accountsContext);
        await requireProof(accounts, session, currentPassword);
        await changeEmail(accounts.db, session, email);
        return jsonResponse({ success: true, data: { message: "Your email address is changed." } });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
