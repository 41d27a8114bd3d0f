import { closeSession } from "~/features/accounts/sessions.server";
import type { Endpoint } from "~/http/api/endpoint";
import { formRedirect } from "~/http/pages/form-answer";
import { privateJson } from "~/http/response/json-response.server";
import { readOptionalBody } from "~/http/request/read-body.server";
import { envelope, messageSchema } from "./answers.server";

/** POST /api/auth/signout (specification 4.1). */
export const signOutEndpoint: Endpoint = {
  path: "/api/auth/signout",
  methods: {
    POST: {
      summary: "Sign out",
      description:
        "Ends the session on the server and clears the cookie. Fine without a session, too.",
      tags: ["Account"],
      answers: {
        200: { description: "Signed out.", schema: envelope(messageSchema) },
        302: { description: "After a form: on to the homepage." },
      },
      async handle({ request, scope }) {
        const body = await readOptionalBody(request);
        const { sessionCookie, db } = scope.services;
        const id = await sessionCookie.read(request, scope.secure);
        if (id !== null) await closeSession(db, id);
        const cookie = { "set-cookie": await sessionCookie.clear(scope.secure) };
        return body.isForm
          ? formRedirect(body, "/", cookie)
          : privateJson(
              { success: true, data: { message: "You are signed out." } },
              { headers: cookie },
            );
      },
    },
  },
};
