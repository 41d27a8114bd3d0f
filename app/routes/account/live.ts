import { Busy } from "~/errors/app-error";
import { liveContext, requestContext, sessionRenewalContext } from "~/http/context";
import { eventStreamHead, eventStreamResponse } from "~/http/response/event-stream.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { requireSession } from "~/http/session/get-session.server";
import type { Route } from "./+types/live";

const RETRY_AFTER_SECONDS = 60;

/** Sends what pages show of a user as `state`, at once and after each change. */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  return withErrorResponse(context, async () => {
    const head = eventStreamHead(request, context);
    const session = await requireSession(request, context);
    // An open page is no use of the session, which would never lock otherwise.
    context.set(sessionRenewalContext, null);
    // No browser connects again after this status.
    if (session.asksProfile) return new Response(null, { status: 204 });
    if (head !== null) return head;
    const { hub, slots } = context.get(liveContext);
    const { clientKey } = context.get(requestContext);
    const release = slots.tryAcquire({ client: clientKey });
    if (release === null) throw new Busy("live.slotsBusy", RETRY_AFTER_SECONDS);
    try {
      return eventStreamResponse(request, (stream) => {
        const unsubscribe = hub.subscribe({
          sessionHash: session.idHash,
          state: { listVersion: session.listVersion, unread: session.unreadNotices },
          send: (state) => stream.send("state", state),
          beat: () => stream.beat(),
          end: () => stream.end(),
        });
        return () => {
          unsubscribe();
          release();
        };
      });
    } catch (error) {
      release();
      throw error;
    }
  });
}
