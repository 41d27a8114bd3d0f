import type { HouseholdSession } from "~/features/accounts/household/session-lock.server";
import type { Session } from "~/features/accounts/sessions.server";
import type { RouterContext } from "~/http/context";
import { requireHouseholdSession, requireSession } from "~/http/session/get-session.server";
import type { EndpointInput, Operation } from "./endpoint";

interface InputWith<Kind> extends EndpointInput {
  session: Kind;
}

export type SessionInput = InputWith<Session>;

type Handler<Kind> = (input: InputWith<Kind>) => Response | Promise<Response>;

const handlers = new WeakSet<Operation["handle"]>();

export function needsSession(operation: Operation): boolean {
  return handlers.has(operation.handle);
}

/** Requires a session before the body is read (specification 5.4). */
export function withSession(handle: Handler<Session>): Operation["handle"] {
  return withRequired(requireSession, handle);
}

/** Requires a session, which may be locked. */
export function withHouseholdSession(handle: Handler<HouseholdSession>): Operation["handle"] {
  return withRequired(requireHouseholdSession, handle);
}

function withRequired<Kind>(
  require: (request: Request, context: RouterContext) => Promise<Kind>,
  handle: Handler<Kind>,
): Operation["handle"] {
  const withSessionChecked: Operation["handle"] = async (input) => {
    const session = await require(input.request, input.context);
    return handle(new InputOfSession(input, session));
  };
  handlers.add(withSessionChecked);
  return withSessionChecked;
}

/** A spread would call the lazy getter. */
class InputOfSession<Kind> implements InputWith<Kind> {
  readonly request: Request;
  readonly context: RouterContext;
  readonly #input: EndpointInput;

  constructor(
    input: EndpointInput,
    readonly session: Kind,
  ) {
    this.request = input.request;
    this.context = input.context;
    this.#input = input;
  }

  get url(): URL {
    return this.#input.url;
  }
}
