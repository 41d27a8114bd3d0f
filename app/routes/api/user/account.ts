import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { requireProof } from "~/features/accounts/recent-proof.server";
import { resource } from "~/http/api/resource.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { deleteOwnAccount } from "~/http/forms/delete-own-account.server";
import { withSession } from "~/http/api/with-session";
import { envelope, messageSchema } from "~/routes/api/responses.server";
import { accountsContext } from "~/http/context";

const deleteSchema = z.object({
  password: z
    .string(zodMessage("password.required"))
    .max(200, zodMessage("password.tooLong"))
    .optional(),
});

const endpoint = resource({
  methods: {
    DELETE: {
      tokenScope: "session",
      summary: "Delete the account",
      description:
        "Deletes the account and its managed profiles with all their data, and ends all its sessions. Requires the password, or a sign-in less than ten minutes old; a wrong password is always 403.",
      tags: ["Account"],
      rateLimit: "accountDeletion",
      body: deleteSchema,
      responses: {
        200: { description: "Deleted; the cookie is cleared.", schema: envelope(messageSchema) },
      },
      handle: withSession(async ({ request, context, session }) => {
        const { password } = parseInput(deleteSchema, (await readBody(request)).value);
        await requireProof(context.get(accountsContext), session, password);
        const headers = await deleteOwnAccount(context, session);
        return jsonResponse(
          { success: true, data: { message: "Your account and all its data are gone." } },
          { headers },
        );
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
