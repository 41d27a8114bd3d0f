import { data } from "react-router";
import { Invalid, type Issue } from "~/errors/app-error";
import type { RequestScope } from "~/http/context";
import { asAppError, STATUS_OF } from "~/http/response/error-response.server";
import { answerIn } from "~/language/answers.server";

/** What a page's error boundary gets of an expected failure. */
export interface PageErrorData {
  message: string;
  issues: readonly Issue[];
}

/**
 * Runs the work of a page's loader. An expected failure below 500 is thrown as React Router's own error data, which keeps its status and
 * its words, in the language of the page; everything else passes through and stays a surprise.
 */
export async function withPageErrors<T>(
  { words }: Pick<RequestScope, "words">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = asAppError(error);
    if (known === null || STATUS_OF[known.code] >= 500) throw error;
    const body: PageErrorData = {
      message: answerIn(words, known.message, known.code),
      issues:
        known instanceof Invalid
          ? known.issues.map(({ path, message }) => ({
              path,
              message: answerIn(words, message, known.code),
            }))
          : [],
    };
    throw data(body, { status: STATUS_OF[known.code] });
  }
}
