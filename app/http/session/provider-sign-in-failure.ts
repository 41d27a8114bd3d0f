import { href } from "react-router";
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

/** The page that the user started on, which shows the failure. */
export function failedSignInPath(
  failure: ProviderSignInFailure,
  { returnTo, startPage }: { returnTo: string; startPage: StartPage },
): string {
  if (startPage === "settings") return `${href("/settings")}?error=${failure}`;
  if (startPage === "confirm") return withQuery(href("/confirm"), { error: failure, returnTo });
  return withQuery(href("/signin"), { error: failure, ...(returnTo === "/" ? {} : { returnTo }) });
}
