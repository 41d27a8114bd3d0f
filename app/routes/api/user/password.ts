import { changePassword } from "~/features/accounts/change-password.server";
import { changePasswordSchema } from "~/features/accounts/credentials";
import { requirePasswords } from "~/features/accounts/password/require-password.server";
import { accountsContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope, messageSchema } from "~/routes/api/responses.server";

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "session",
      summary: "Change the password",
      description:
        "Requires the current password (403 if wrong, and with `code`: `passwords_off` where the site has no passwords). Ends all reset links of the user and, without `keepAccess`, all other sessions, access tokens and the calendar link. Notifies the email address, if the site sends mail.",
      tags: ["Account"],
      rateLimit: "passwordChange",
      body: changePasswordSchema,
      responses: {
        200: { description: "The password was changed.", schema: envelope(messageSchema) },
      },
      handle: withSession(async ({ request, context, session }) => {
        const accounts = context.get(accountsContext);
        requirePasswords(accounts);
        const input = parseInput(changePasswordSchema, (await readBody(request)).value);
        await changePassword(accounts, session, input);
        return jsonResponse({ success: true, data: { message: "Your password is changed." } });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
