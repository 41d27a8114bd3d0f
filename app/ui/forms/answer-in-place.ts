import { data, isRouteErrorResponse } from "react-router";
import { documentWords } from "~/language/document-words";

/** No status of the server's: it tells the router that nothing has changed, so that nothing is loaded anew. */
const UNANSWERED = 503;

/**
 * Runs a form's action from the page that shows the form. When no answer can be had (offline, the server failed or refused), the page stays as
 * it is and gets `fallback` with words for the person, instead of an error page in its place. Redirects pass.
 */
export async function answerInPlace<Answer, Fallback>(
  serverAction: () => Promise<Answer>,
  fallback: (words: string) => Fallback,
) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return data(fallback(wordsFor(error)), { status: UNANSWERED });
  }
}

function wordsFor(error: unknown): string {
  const { t } = documentWords();
  // What `fetch` throws when nobody answers.
  if (error instanceof TypeError) return t("answer.unreachable");
  if (isRouteErrorResponse(error) && error.status < 500 && hasMessage(error.data))
    return error.data.message;
  return t("answer.broken");
}

function hasMessage(value: unknown): value is { message: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "message" in value &&
    typeof value.message === "string"
  );
}
