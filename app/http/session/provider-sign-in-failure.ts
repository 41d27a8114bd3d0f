import { href } from "react-router";
import { DEFAULT_PROVIDER } from "~/config/oauth";
import { withQuery } from "~/ui/with-query";

export const PROVIDER_SIGN_IN_FAILURES = [
  "cancelled",
  "refused",
  "expired",
  "elsewhere",
  "unavailable",
  "signature",
  "issuer",
  "clock",
  "no-email",
  "unverified",
  "untrusted",
  "not-linked",
  "other-account",
  "taken",
  "disabled",
  "no-sign-up",
] as const;
export type ProviderSignInFailure = (typeof PROVIDER_SIGN_IN_FAILURES)[number];

export function readProviderSignInFailure(code: string | null): ProviderSignInFailure | null {
  return PROVIDER_SIGN_IN_FAILURES.find((failure) => failure === code) ?? null;
}

/**
 * The page that the user started on: to sign in, to connect an identity, or to confirm who they
 * are.
 */
export type StartPage = "signin" | "settings" | "confirm";

export interface FailedStart {
  returnTo: string;
  startPage: StartPage;
  /** The provider that the user chose; null where the sign-in is unknown. */
  providerId: string | null;
}

/** The page that the user started on, which shows the failure. */
export function failedSignInPath(
  failure: ProviderSignInFailure,
  { returnTo, startPage, providerId }: FailedStart,
): string {
  const isNamed = providerId !== null && providerId !== DEFAULT_PROVIDER;
  const named: Record<string, string> = isNamed ? { provider: providerId } : {};
  const error = { error: failure, ...named };
  if (startPage === "settings") return withQuery(href("/settings"), error);
  if (startPage === "confirm") return withQuery(href("/confirm"), { ...error, returnTo });
  return withQuery(href("/signin"), { ...error, ...(returnTo === "/" ? {} : { returnTo }) });
}
