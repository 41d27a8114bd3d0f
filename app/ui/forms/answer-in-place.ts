import { data, isRouteErrorResponse } from "react-router";

/** No status of the server's: it tells the router that nothing has changed, so that nothing is loaded anew. */
const UNANSWERED = 503;

/**
 * Runs a form's action from the page that shows the form. When no answer can be had (offline, the server failed or refused), the page stays as
 * it is and gets `fallback` with words for the person, instead of an error page in its place. Redirects pass.
 */
export async function answerInPlace<Answer, Fallback>(serverAction: () => Promise<Answer>, fallback: (words: string) => Fallback) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return data(fallback(wordsFor(error)), { status: UNANSWERED });
  }
}

function wordsFor(error: unknown): string {
  // What `fetch` throws when nobody answers.
  if (error instanceof TypeError) return "The site cannot be reached. Nothing was changed: try again when you are online.";
  if (isRouteErrorResponse(error) && error.status < 500 && hasMessage(error.data)) return error.data.message;
  return "That went wrong on our side. Nothing was changed: please try again.";
}

function hasMessage(value: unknown): value is { message: string } {
  return typeof value === "object" && value !== null && "message" in value && typeof value.message === "string";
}
