import { data } from "react-router";
import { type AppError, Invalid, LimitReached } from "~/errors/app-error";
import { answerIn } from "~/language/answers.server";
import type { Words } from "~/language/words";
import type { FormFailure } from "~/ui/forms/form-failure";
import type { RequestScope } from "~/http/context";
import { BODY_LIMIT_BYTES, readBody, type Body } from "~/http/request/read-body.server";
import { requireSameOrigin } from "~/http/request/same-origin";
import { refusalOf } from "./refusal.server";

/** Never sent back to a browser, so that no page holds one. */
const SECRET_FIELDS = new Set(["password"]);

/** Reads the form that a page posts. Throws `Forbidden` when another site sent it. */
export async function pageForm(
  request: Request,
  scope: RequestScope,
  limit = BODY_LIMIT_BYTES,
): Promise<Body> {
  requireSameOrigin(request, scope);
  return readBody(request, limit);
}

/**
 * Runs the work of a form. An expected failure becomes the page again: 400 (429 and 503 where waiting helps) with its words beside the fields and with what
 * was typed, passwords excepted. Failures on our side pass through.
 */
export async function withFormFailure<Result>(
  body: Body,
  scope: RequestScope,
  work: () => Promise<Result>,
) {
  try {
    return await work();
  } catch (thrown) {
    const { error, status, waits } = refusalOf(thrown, scope);
    const failure: FormFailure = {
      ...wordsOf(error, scope.words),
      values: typedValues(body.value),
    };
    return data({ failure }, { status: waits ? status : 400 });
  }
}

/** A form as it was typed, with nothing wrong with it: for showing it again after an intermediate step. */
export function typedForm(value: unknown): FormFailure {
  return { message: null, fields: {}, values: typedValues(value) };
}

function wordsOf(error: AppError, words: Words): Pick<FormFailure, "message" | "fields"> {
  if (error instanceof LimitReached)
    return {
      message: words.t("answer.tooManyAttempts", { seconds: error.retryAfterSeconds }),
      fields: {},
    };
  if (!(error instanceof Invalid))
    return { message: answerIn(words, error.message, error.code), fields: {} };
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of error.issues) {
    const field = path.split(".")[0] ?? "";
    const said = answerIn(words, message, error.code);
    if (field === "") others.push(said);
    else fields[field] ??= said;
  }
  return { message: others.length > 0 ? others.join(" ") : null, fields };
}

function typedValues(value: unknown): FormFailure["values"] {
  const typed = Object.entries(value ?? {}).map(
    ([name, field]: [string, unknown]): [string, string[]] => [
      name,
      (Array.isArray(field) ? field : [field]).filter((part) => typeof part === "string"),
    ],
  );
  return Object.fromEntries(
    typed.filter(([name, texts]) => !SECRET_FIELDS.has(name) && texts.length > 0),
  );
}
