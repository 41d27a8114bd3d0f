import { data, redirect } from "react-router";
import { z } from "zod";
import { setFlashMessage, type Session } from "~/features/accounts/sessions.server";
import { i18nContext, requestContext, servicesContext, type RouterContext } from "~/http/context";
import type { BodyLimits } from "~/http/request/read-bytes.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { getSession } from "~/http/session/get-session.server";
import { requirePageSession } from "~/http/session/page-session.server";
import type { ActionResult, PageChange } from "~/ui/changes/page-change";
import { toClientError } from "./client-error.server";
import { toFormFailure } from "./form-failure.server";

const flashMessageSchema = z.object({
  path: z.string(),
  message: z.string(),
  undo: z.record(z.string(), z.string()).nullable(),
  rate: z.string().optional(),
});

/** Redirects (303) with a flash message, except `.data` requests. */
export async function handlePageChange<Schema extends z.ZodType>(
  request: Request,
  context: RouterContext,
  schema: Schema,
  work: (input: z.output<Schema>, session: Session) => Promise<PageChange>,
  {
    showsFieldErrors = () => false,
    returnTo = toOwnPath,
    limits,
  }: PageChangeOptions<z.output<Schema>> = {},
) {
  const i18n = context.get(i18nContext);
  const { isDataRequest } = context.get(requestContext);
  const session = await requirePageSession(request, context);
  let value: unknown;
  try {
    ({ value } = await readBody(request, limits));
    const input = parseInput(schema, value);
    const change = await work(input, session);
    if (isDataRequest) return actionResult({ change, refused: null }, 200);
    const to = returnTo(new URL(request.url), input);
    throw await redirectWithFlashMessage(context, session, to, change);
  } catch (thrown) {
    const { error, status } = toClientError(thrown, context);
    const failure = showsFieldErrors(value) ? toFormFailure(error, value, i18n) : undefined;
    return actionResult({ change: null, refused: error.localize(i18n.locale), failure }, status);
  }
}

interface PageChangeOptions<Input> {
  /** Tells forms that show errors beside their fields. */
  showsFieldErrors?: (form: unknown) => boolean;
  /** The page to return to without JavaScript; by default, the form's own. */
  returnTo?: (url: URL, input: Input) => string;
  limits?: BodyLimits;
}

function toOwnPath({ pathname, search }: URL): string {
  return pathname + search;
}

async function redirectWithFlashMessage(
  context: RouterContext,
  session: Session,
  to: string,
  { message, undo, rate }: PageChange,
): Promise<Response> {
  const { db } = context.get(servicesContext);
  await setFlashMessage(db, session.idHash, {
    path: to.split("?")[0] ?? to,
    message,
    undo,
    ...(rate === undefined ? {} : { rate }),
  });
  return redirect(to, 303);
}

export async function takeFlashMessage(
  request: Request,
  context: RouterContext,
): Promise<PageChange | null> {
  const { db } = context.get(servicesContext);
  const session = await getSession(request, context).catch(() => null);
  if (session === null || session.flashMessage === null) return null;
  const flashMessage = flashMessageSchema.safeParse(session.flashMessage);
  if (flashMessage.success && flashMessage.data.path !== new URL(request.url).pathname) return null;
  await setFlashMessage(db, session.idHash, null);
  if (!flashMessage.success) return null;
  const { message, undo, rate } = flashMessage.data;
  return { message, undo, rate };
}

function actionResult(body: ActionResult, status: number) {
  return data<ActionResult>(body, { status });
}
