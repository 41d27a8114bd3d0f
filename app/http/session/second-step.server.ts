import { href } from "react-router";
import type { SecondStep } from "~/features/accounts/sign-in/open-session.server";
import { requestContext, type RouterContext } from "~/http/context";
import { pendingCookie } from "./second-step-cookies.server";
import { withQuery } from "~/ui/with-query";

/** Returns the page that continues the sign-in, and the cookie that says which sign-in it is. */
export function askForSecondFactor(
  context: RouterContext,
  { code, expiresAt }: SecondStep,
  returnTo: string,
): { location: string; cookie: string } {
  const { secure } = context.get(requestContext);
  return {
    location: withQuery(href("/signin/code"), returnTo === "/" ? {} : { returnTo }),
    cookie: pendingCookie(code, expiresAt, secure),
  };
}
