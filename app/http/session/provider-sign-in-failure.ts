export const PROVIDER_SIGN_IN_FAILURES = [
  "cancelled",
  "refused",
  "expired",
  "elsewhere",
  "unavailable",
  "no-email",
  "unverified",
  "not-linked",
  "taken",
  "disabled",
  "no-sign-up",
] as const;
export type ProviderSignInFailure = (typeof PROVIDER_SIGN_IN_FAILURES)[number];

export function readProviderSignInFailure(code: string | null): ProviderSignInFailure | null {
  return PROVIDER_SIGN_IN_FAILURES.find((failure) => failure === code) ?? null;
}

/** `isLinking`: started on the settings page. */
export function failedSignInPath(
  failure: ProviderSignInFailure,
  { returnTo, isLinking }: { returnTo: string; isLinking: boolean },
): string {
  if (isLinking) return `/settings?error=${failure}`;
  return `/signin?${new URLSearchParams({ error: failure, ...(returnTo === "/" ? {} : { returnTo }) }).toString()}`;
}
