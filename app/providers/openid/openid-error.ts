/**
 * Why the provider let nobody in: `refused` is its own no, or an answer that proves nothing; `unavailable` is that it could not be asked. The
 * message is for the log and never holds a code, token or secret.
 */
export class OpenIdError extends Error {
  override name = "OpenIdError";
  readonly kind: "refused" | "unavailable";

  constructor(kind: "refused" | "unavailable", message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
