/**
 * Why a sign-in with the provider ended without a session, and what the person is told. The sign-in page gets the code as `?error=`.
 */
export const PROVIDER_SIGN_IN_FAILURES = {
  cancelled: "The sign-in was cancelled at the provider.",
  refused: "The provider did not confirm who you are. Try again.",
  expired: "This sign-in is over, or was started in another browser. Try again.",
  elsewhere:
    "Signing in with the provider works at this site's own address only. Go there and try again.",
  unavailable: "The provider does not answer at the moment. Try again in a few minutes.",
  "no-email": "The provider does not tell your e-mail address, which an account needs.",
  unverified:
    "There is an account with your e-mail address, and the provider has not confirmed that the address is yours. Sign in with your password.",
} as const;
export type ProviderSignInFailure = keyof typeof PROVIDER_SIGN_IN_FAILURES;

/** The words for what an address names as `?error=`, or null. */
export function providerSignInMessage(code: string | null): string | null {
  return code !== null && Object.hasOwn(PROVIDER_SIGN_IN_FAILURES, code)
    ? PROVIDER_SIGN_IN_FAILURES[code as ProviderSignInFailure]
    : null;
}

/** The sign-in page that says why, and leads on to where the person wanted to go. */
export function failedSignInPath(failure: ProviderSignInFailure, returnTo: string): string {
  return `/signin?${new URLSearchParams({ error: failure, ...(returnTo === "/" ? {} : { returnTo }) }).toString()}`;
}
