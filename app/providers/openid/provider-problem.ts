import * as oauth from "oauth4webapi";
import { z } from "zod";
import type { ErrorMessage, ErrorValue } from "~/i18n/error-message";

const MAX_SENT = 200;

/**
 * What a provider sent that this site does not take, and what it takes. Only the operator can
 * change it, at the provider or in the settings.
 */
export const providerProblemSchema = z.object({
  kind: z.enum(["signature", "issuer", "clock", "no-email", "unverified"]),
  /** "none" for a claim that was not sent, "unusable" for an email address that is none. */
  sent: z.string().max(MAX_SENT),
  /** Empty where the kind says it. */
  taken: z.string(),
});
export type ProviderProblem = z.infer<typeof providerProblemSchema>;

/**
 * The asymmetric algorithms of JWS (RFC 7518, RFC 8037, RFC 9864) that Node verifies. HS256 would
 * be signed with the client's secret, and `none` not at all.
 */
export const SIGNATURES: readonly string[] = ["RS", "PS", "ES"]
  .flatMap((family) => [`${family}256`, `${family}384`, `${family}512`])
  .concat("EdDSA", "Ed25519");

/** What the page, the log and the doctor say, naming what to change. */
export function describeProblem({ kind, sent, taken }: ProviderProblem): ErrorMessage {
  if (kind === "no-email" || kind === "unverified") {
    const shown: ErrorValue = isUnsent(sent) ? { message: `provider.sent.${sent}` } : sent;
    return { key: `provider.found.${kind}`, values: { sent: shown } };
  }
  return { key: `provider.found.${kind}`, values: { sent, taken } };
}

/** What a failed check of the library found; null where nothing can be told. */
export function problemOf(error: unknown): ProviderProblem | null {
  if (!(error instanceof Error)) return null;
  // The cause is the token itself, which is a secret.
  if (error instanceof oauth.UnsupportedOperationError && typeof error.cause === "string")
    return found("signature", "JWE", SIGNATURES.join(", "));
  if (!isObject(error.cause)) return null;
  const { alg, expected, header, body, claims, claim, attribute, now } = error.cause;
  if (error instanceof oauth.UnsupportedOperationError && alg !== undefined)
    return found("signature", alg, SIGNATURES.join(", "));
  if (isObject(header) && expected !== undefined)
    return found("signature", header["alg"], signaturesOf([expected].flat()).join(", "));
  if (!("code" in error)) return null;
  if (error.code === oauth.JSON_ATTRIBUTE_COMPARISON && attribute === "issuer" && isObject(body))
    return found("issuer", body["issuer"], textOf(expected));
  if (!isObject(claims)) return null;
  if (error.code === oauth.JWT_CLAIM_COMPARISON && claim === "iss")
    return found("issuer", claims["iss"], textOf(expected));
  if (error.code === oauth.JWT_TIMESTAMP_CHECK && typeof now === "number") {
    const times = claim === "nbf" ? [claims["nbf"]] : [claims["iat"], claims["exp"]];
    // The nonce is of this sign-in, so the provider has made the token just now.
    const sent = Math.min(...times.filter((time) => typeof time === "number"));
    return clockProblem(sent * 1000, now * 1000);
  }
  return null;
}

/** The provider's time and this site's, in milliseconds; null for a time that no clock has. */
export function clockProblem(sentMs: number, hereMs: number): ProviderProblem | null {
  const [sent, here] = [sentMs, hereMs].map((ms) => new Date(ms));
  return sent === undefined || here === undefined || Number.isNaN(sent.getTime())
    ? null
    : found("clock", minuteOf(sent), minuteOf(here));
}

/** The signatures taken of those that a provider lists; all when it lists none of them. */
function signaturesOf(listed: readonly unknown[]): readonly string[] {
  const both = SIGNATURES.filter((name) => listed.includes(name));
  return both.length === 0 ? SIGNATURES : both;
}

function isUnsent(sent: string): sent is "none" | "unusable" {
  return sent === "none" || sent === "unusable";
}

function found(kind: ProviderProblem["kind"], sent: unknown, taken: string): ProviderProblem {
  return { kind, sent: textOf(sent), taken };
}

function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "none");
  // A cut may leave half a character, which JSON for the database must not have.
  return text
    .replace(/\p{Cc}/gu, "")
    .slice(0, MAX_SENT)
    .replace(/\p{Surrogate}/gu, "");
}

function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
