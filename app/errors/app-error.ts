import type { ErrorMessage } from "~/i18n/error-message";
import { errorText } from "~/i18n/error-text.server";
import { DEFAULT_LOCALE, type Locale } from "~/i18n/locales";

export type ErrorCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "method-not-allowed"
  | "conflict"
  | "too-large"
  | "unsupported-media-type"
  | "limit-reached"
  | "busy"
  | "upstream-failed"
  | "cancelled"
  | "database-failed";

export interface Issue {
  path: string;
  message: ErrorMessage;
}

interface AppErrorOptions {
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** An expected failure that clients may see; `details` and `cause` are only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  readonly #texts: readonly ErrorMessage[];

  constructor(
    code: ErrorCode,
    text: ErrorMessage | readonly ErrorMessage[],
    options: AppErrorOptions = {},
  ) {
    const texts = isList(text) ? text : [text];
    super(
      joinTexts(texts, DEFAULT_LOCALE),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = new.target.name;
    this.code = code;
    this.details = options.details ?? {};
    this.#texts = texts;
  }

  /** What it says, for storing it before a locale is known. */
  get texts(): readonly ErrorMessage[] {
    return this.#texts;
  }

  localize(locale: Locale): string {
    return joinTexts(this.#texts, locale);
  }
}

function isList(text: ErrorMessage | readonly ErrorMessage[]): text is readonly ErrorMessage[] {
  return Array.isArray(text);
}

function joinTexts(texts: readonly ErrorMessage[], locale: Locale): string {
  return texts.map((text) => errorText(text, locale)).join(" ");
}

export class Invalid extends AppError {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[], text?: ErrorMessage) {
    super("invalid", text ?? issues.map(({ message }) => message));
    this.issues = issues;
  }
}

/** The error for what is missing or owned by another user. */
export class NotFound extends AppError {
  constructor(text: ErrorMessage, options?: AppErrorOptions) {
    super("not-found", text, options);
  }
}

export class Forbidden extends AppError {
  constructor(text: ErrorMessage, options?: AppErrorOptions) {
    super("forbidden", text, options);
  }
}

export class Conflict extends AppError {
  constructor(text: ErrorMessage, options?: AppErrorOptions) {
    super("conflict", text, options);
  }
}

export class Unauthenticated extends AppError {
  constructor(options?: AppErrorOptions) {
    super("unauthenticated", "http.unauthorized", options);
  }
}

export const SECOND_FACTOR_REASONS = ["second_factor_required", "second_factor_wrong"] as const;

/** The password is right, but the account has a second factor: `code` is missing or wrong. */
export class SecondFactorRequired extends AppError {
  constructor(readonly reason: (typeof SECOND_FACTOR_REASONS)[number]) {
    super(
      "unauthenticated",
      reason === "second_factor_required" ? "secondFactor.required" : "secondFactor.wrongCode",
    );
  }
}

/** The site has no passwords (`PASSWORDS=off`). */
export class PasswordsOff extends Forbidden {
  readonly reason = "passwords_off";

  constructor() {
    super("account.passwordsOff");
  }
}

/** What `code` of an error says to programs, where the status does not say enough. */
export const ERROR_REASONS = [...SECOND_FACTOR_REASONS, "passwords_off"] as const;

/** A token that is unknown, revoked or expired. */
export class InvalidToken extends Unauthenticated {}

/** A token without the scope that the request needs. */
export class ScopeMissing extends Forbidden {
  constructor(readonly scope: string) {
    super({ key: "token.scopeMissing", values: { scope } });
  }
}

export class MethodNotAllowed extends AppError {
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super("method-not-allowed", {
      key: "http.methodNotAllowed",
      values: { methods: allow.join(", ") },
    });
    this.allow = allow;
  }
}

export class LimitReached extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("limit-reached", "http.tooManyRequests");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class Busy extends AppError {
  readonly retryAfterSeconds: number;

  constructor(text: ErrorMessage, retryAfterSeconds: number, options?: AppErrorOptions) {
    super("busy", text, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Reads still work; writes fail until there is space. */
export class DiskFull extends Busy {
  constructor(cause: unknown) {
    super("health.diskFull", 60, { cause });
  }
}

export class UpstreamFailed extends AppError {
  constructor(text: ErrorMessage, options?: AppErrorOptions) {
    super("upstream-failed", text, options);
  }
}

/** The client disconnected. Not logged. */
export class Cancelled extends AppError {
  constructor() {
    super("cancelled", "http.cancelled");
  }
}

export class DatabaseFailed extends AppError {
  constructor(cause: unknown) {
    super("database-failed", "http.internal", { cause });
  }
}
