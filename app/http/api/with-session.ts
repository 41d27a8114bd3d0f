import type { Session } from "~/features/accounts/sessions.server";
import { requireSession } from "~/http/session/get-session.server";
import type { EndpointInput, Operation } from "./endpoint";

export interface SessionInput extends EndpointInput {
  session: Session;
}

const handlers = new WeakSet<Operation["handle"]>();

export function needsSession(operation: Operation): boolean {
  return handlers.has(operation.handle);
}

/** Before the body is read (specification 5.4). */
export function withSession(
  handle: (input: SessionInput) => Response | Promise<Response>,
): Operation["handle"] {
  const withSessionChecked: Operation["handle"] = async (input) => {
    const session = await requireSession(input.request, input.context);
    // A spread would call the lazy getter.
    return handle({
      request: input.request,
      context: input.context,
      session,
      get url() {
        return input.url;
      },
    });
  };
  handlers.add(withSessionChecked);
  return withSessionChecked;
}
