import Bowser from "bowser";
import type { Client } from "~/features/accounts/sessions.server";
import { UNNAMED_DEVICE } from "~/features/accounts/unnamed-device";
import { requestContext, type RouterContext } from "~/http/context";
import { readTrustedCodes } from "~/http/session/second-step-cookies.server";

const MAX_USER_AGENT_LENGTH = 40;
const SHORT_NAMES: Record<string, string> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  "Chrome OS": "ChromeOS",
};

export function describeClient(request: Request, context: RouterContext): Client {
  const { clientIp, clientKey, secure } = context.get(requestContext);
  return {
    device: describeDevice(request.headers.get("user-agent")),
    address: clientIp,
    key: clientKey,
    trustedCodes: readTrustedCodes(request, secure),
  };
}

export function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent === "") return UNNAMED_DEVICE;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const system = platform.vendor === "Apple" && platform.model ? platform.model : os.name;
  if (!browser.name || !system)
    return userAgent.replace(/[^\x20-\x7e]/g, "").slice(0, MAX_USER_AGENT_LENGTH) || UNNAMED_DEVICE;
  return `${shortName(browser.name)} on ${shortName(system)}`;
}

function shortName(name: string): string {
  return SHORT_NAMES[name] ?? name;
}
