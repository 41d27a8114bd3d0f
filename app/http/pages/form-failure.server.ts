import { data } from "react-router";
import { type AppError, type ErrorCode, Invalid, LimitReached } from "~/errors/app-error";
import type { ErrorMessage } from "~/i18n/error-message";
import { errorText } from "~/i18n/error-text.server";
import type { I18n } from "~/i18n/i18n";
import type { FormFailure } from "~/ui/forms/form-failure";
import { i18nContext, type RouterContext } from "~/http/context";
import type { Body } from "~/http/request/read-body.server";
import { toClientError } from "./client-error.server";

const SECRET_FIELDS = new Set([
  "password",
  "currentPassword",
  "newPassword",
  "code",
  "token",
  "pin",
  "credential",
]);

/** Renders the page again on a 400, 429 or 503. `statuses` overrides the 400. */
export async function withFormFailure<Result>(
  body: Body,
  context: RouterContext,
  work: () => Promise<Result>,
  statuses: Partial<Record<ErrorCode, number>> = {},
) {
  const i18n = context.get(i18nContext);
  try {
    return await work();
  } catch (thrown) {
    const { error, status, isRetryable } = toClientError(thrown, context);
    const failure = toFormFailure(error, body.value, i18n);
    return data({ failure }, { status: isRetryable ? status : (statuses[error.code] ?? 400) });
  }
}

export function toFormFailure(error: AppError, value: unknown, i18n: I18n): FormFailure {
  const values = submittedValues(value);
  return { ...describeFailure(error, i18n, values), values };
}

export function refillForm(value: unknown): FormFailure {
  return { message: null, fields: {}, values: submittedValues(value) };
}

function describeFailure(
  error: AppError,
  i18n: I18n,
  values: FormFailure["values"],
): Pick<FormFailure, "message" | "fields"> {
  if (error instanceof LimitReached)
    return {
      message: i18n.t("request.tooManyAttempts", { seconds: error.retryAfterSeconds }),
      fields: {},
    };
  if (!(error instanceof Invalid)) return { message: error.localize(i18n.locale), fields: {} };
  const fields: Record<string, string> = {};
  const general: string[] = [];
  for (const { path, message } of error.issues) {
    const field = Object.hasOwn(values, path) ? path : (path.split(".")[0] ?? "");
    const text = errorText(withFieldLabel(message, i18n), i18n.locale);
    if (field === "") general.push(text);
    else fields[field] ??= text;
  }
  return { message: general.length > 0 ? general.join(" ") : null, fields };
}

function withFieldLabel(message: ErrorMessage, { label }: I18n): ErrorMessage {
  if (typeof message === "string" || !("field" in message.values)) return message;
  const { key, values } = message;
  if (typeof values.field !== "string") return message;
  return { key, values: { ...values, field: label("formField", values.field) } } as ErrorMessage;
}

function submittedValues(value: unknown): FormFailure["values"] {
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
