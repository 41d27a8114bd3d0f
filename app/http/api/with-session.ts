import type { Session } from "~/features/accounts/sessions.server";
import type { RouterContext } from "~/http/context";
import { requireSession } from "~/http/session/get-session.server";
import type { EndpointInput, Operation } from "./endpoint";

export interface SessionInput extends EndpointInput {
  session: Session;
}

const handlers = new WeakSet<Operation["handle"]>();

export function needsSession(operation: Operation): boolean {
  return handlers.has(operation.handle);
}

/** Requires a session before the body is read (specification 5.4). */
export function withSession(
  handle: (input: SessionInput) => Response | Promise<Response>,
): Operation["handle"] {
  const withSessionChecked: Operation["handle"] = async (input) => {
    const session = await requireSession(input.request, input.context);
    return handle(new InputOfSession(input, session));
  };
  handlers.add(withSessionChecked);
  return withSessionChecked;
}

/** A spread would call the lazy getter. */
class InputOfSession implements SessionInput {
  readonly request: Request;
  readonly context: RouterContext;
  readonly #input: EndpointInput;

  constructor(
    input: EndpointInput,
    readonly session: Session,
  ) {
    this.request = input.request;
    this.context = input.context;
    this.#input = input;
  }

  get url(): URL {
    return this.#input.url;
  }
}
