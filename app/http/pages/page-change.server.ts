import { data, redirect } from "react-router";
import { z } from "zod";
import { leaveNote, type ReadSession } from "~/features/accounts/sessions.server";
import type { RequestScope } from "~/http/context";
import { parseInput } from "~/http/request/read-body.server";
import { currentSession } from "~/http/session/current-session.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { answerIn } from "~/language/answers.server";
import type { PageAnswer, PageChange } from "~/ui/changes/page-change";
import { pageForm } from "./form-failure.server";
import { refusalOf } from "./refusal.server";

/** A note waits in the session's row for the page that it is for. */
const noteSchema = z.object({
  path: z.string(),
  message: z.string(),
  undo: z.record(z.string(), z.string()).nullable(),
});

/**
 * Takes a form by which a signed-in person changes something: refuses other sites, sends visitors to the sign-in, and reads the fields by their schema.
 * The page's script gets the answer in place. Without it the browser is sent back to the page (303), which says what happened, so that reloading
 * sends nothing again. An expected failure becomes the page again with the reason.
 */
export async function takePageChange<Schema extends z.ZodType>(
  request: Request,
  scope: RequestScope,
  schema: Schema,
  work: (input: z.output<Schema>, session: ReadSession) => Promise<PageChange>,
) {
  const session = await requirePageSession(request, scope);
  try {
    const { value } = await pageForm(request, scope);
    const change = await work(parseInput(schema, value), session);
    if (scope.byScript) return answer({ change, refused: null }, 200);
    const { pathname, search } = new URL(request.url);
    throw await redirectWithNote(scope, session, pathname + search, change);
  } catch (thrown) {
    const { error, status } = refusalOf(thrown, scope);
    return answer(
      { change: null, refused: answerIn(scope.words, error.message, error.code) },
      status,
    );
  }
}

/** Sends the browser on to a page of ours that says once what was done. */
async function redirectWithNote(
  scope: RequestScope,
  session: ReadSession,
  to: string,
  { message, undo }: PageChange,
): Promise<Response> {
  await leaveNote(scope.services.db, session.idHash, {
    path: to.split("?")[0] ?? to,
    message,
    undo,
  });
  return redirect(to, 303);
}

/** What a form of before left to say on this page, once; null for nothing. */
export async function takeNote(request: Request, scope: RequestScope): Promise<PageChange | null> {
  const session = await currentSession(request, scope).catch(() => null);
  if (session === null || session.note === null) return null;
  const note = noteSchema.safeParse(session.note);
  if (note.success && note.data.path !== new URL(request.url).pathname) return null;
  await leaveNote(scope.services.db, session.idHash, null);
  return note.success ? { message: note.data.message, undo: note.data.undo } : null;
}

function answer(body: PageAnswer, status: number) {
  return data<PageAnswer>(body, { status });
}
