import type { ReadSession } from "~/features/accounts/sessions.server";
import { requireSession } from "~/http/session/current-session.server";
import type { EndpointInput, Operation } from "./endpoint";

/** What the handler of a protected operation gets. */
export interface SessionInput extends EndpointInput {
  session: ReadSession;
}

/** A handler that runs for a signed-in person only (specification 5.4). Nothing of the request is read before that is known. */
export function withSession(
  handle: (input: SessionInput) => Response | Promise<Response>,
): Operation["handle"] {
  return async (input) => {
    const session = await requireSession(input.request, input.scope);
    // The address is parsed when somebody asks for it, so it is no property that could be spread.
    return handle({
      request: input.request,
      scope: input.scope,
      session,
      get url() {
        return input.url;
      },
    });
  };
}
