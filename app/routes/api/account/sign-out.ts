import { deleteSession } from "~/features/accounts/sessions.server";
import { requestContext, servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { formRedirect } from "~/http/pages/form-redirect";
import { jsonResponse } from "~/http/response/json-response.server";
import { readOptionalBody } from "~/http/request/read-body.server";
import { envelope, messageSchema } from "~/routes/api/responses.server";

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "anonymous",
      summary: "Sign out",
      description: "Ends the session and clears the cookie. Succeeds without a session.",
      tags: ["Account"],
      responses: {
        200: { description: "Signed out.", schema: envelope(messageSchema) },
        302: { description: "For a form: redirects to the homepage." },
      },
      async handle({ request, context }) {
        const { secure } = context.get(requestContext);
        const body = await readOptionalBody(request);
        const { sessionCookie, db } = context.get(servicesContext);
        const id = await sessionCookie.read(request, secure);
        if (id !== null) await deleteSession(db, id);
        const cookie = { "set-cookie": await sessionCookie.clear(secure) };
        return body.isForm
          ? formRedirect(body, "/", cookie)
          : jsonResponse(
              { success: true, data: { message: "You are signed out." } },
              { headers: cookie },
            );
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
