import { href } from "react-router";
import type { SecondStep } from "~/features/accounts/sign-in/open-session.server";
import { requestContext, type RouterContext } from "~/http/context";
import { pendingCookie } from "./second-step-cookies.server";

/** Returns the page that continues the sign-in, and the cookie that says which sign-in it is. */
export function askForSecondFactor(
  context: RouterContext,
  { code, expiresAt }: SecondStep,
  returnTo: string,
): { location: string; cookie: string } {
  const { secure } = context.get(requestContext);
  const query = returnTo === "/" ? "" : `?${new URLSearchParams({ returnTo }).toString()}`;
  return {
    location: `${href("/signin/code")}${query}`,
    cookie: pendingCookie(code, expiresAt, secure),
  };
}
