export const PROVIDER_SIGN_IN_FAILURES = [
  "cancelled",
  "refused",
  "expired",
  "elsewhere",
  "unavailable",
  "no-email",
  "unverified",
] as const;
export type ProviderSignInFailure = (typeof PROVIDER_SIGN_IN_FAILURES)[number];

export function readProviderSignInFailure(code: string | null): ProviderSignInFailure | null {
  return PROVIDER_SIGN_IN_FAILURES.find((failure) => failure === code) ?? null;
}

export function failedSignInPath(failure: ProviderSignInFailure, returnTo: string): string {
  return `/signin?${new URLSearchParams({ error: failure, ...(returnTo === "/" ? {} : { returnTo }) }).toString()}`;
}
