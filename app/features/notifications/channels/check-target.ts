import { Invalid } from "~/errors/app-error";
import { checkSource, type SourceRules } from "~/outbound/source-rules";

/**
 * Returns the host of a channel's URL. Throws `Invalid` on `url` for what no message is sent to: no
 * absolute http or https URL, one with a password, this site, or a private host that the operator
 * did not allow. A public name of a private address is found out when a message is sent.
 */
export function hostOfTarget(url: string, rules: SourceRules): string {
  try {
    return checkSource(url, rules).host;
  } catch (error) {
    if (error instanceof Invalid && error.texts.includes("source.notPublic"))
      throw new Invalid([{ path: "url", message: "channel.notPublic" }]);
    if (error instanceof Invalid && error.texts.includes("source.ownOrigin"))
      throw new Invalid([{ path: "url", message: "channel.ownOrigin" }]);
    throw error;
  }
}
