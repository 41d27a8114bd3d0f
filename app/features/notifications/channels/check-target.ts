import { Invalid } from "~/errors/app-error";
import { checkSource, isAllowed, type SourceRules } from "~/outbound/source-rules";

interface TargetField {
  /** The field that errors name. */
  field?: string;
  /** Whether only hosts that the operator allowed may be reached without TLS. */
  needsTls?: boolean;
}

/**
 * Returns the host of a channel's URL. Throws `Invalid` for what no message is sent to: no absolute
 * http or https URL, one with a password, this site, or a private host that the operator did not
 * allow. A public name of a private address is found out when a message is sent.
 */
export function hostOfTarget(
  text: string,
  rules: SourceRules,
  { field = "url", needsTls = false }: TargetField = {},
): string {
  const invalid = (message: "channel.notPublic" | "channel.ownOrigin" | "push.endpoint") =>
    new Invalid([{ path: field, message }]);
  let url: URL;
  try {
    url = checkSource(text, rules);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    if (error.texts.includes("source.notPublic")) throw invalid("channel.notPublic");
    if (error.texts.includes("source.ownOrigin")) throw invalid("channel.ownOrigin");
    throw needsTls ? invalid("push.endpoint") : error;
  }
  if (needsTls && url.protocol !== "https:" && !isAllowed(url, rules.allow))
    throw invalid("push.endpoint");
  return url.host;
}
