import { type Asker, DEFAULT_URGENCY } from "~/concurrency/client-loads";

/** Reads which client waits, and how soon it shows the response, by `Priority` (RFC 9218). */
export function readAsker(
  { headers }: Request,
  { clientKey: client }: { clientKey: string },
): Asker {
  const urgency = /(?:^|,)\s*u=(?<urgency>[0-7])\s*(?:,|$)/.exec(headers.get("priority") ?? "");
  return { client, urgency: Number(urgency?.groups?.["urgency"] ?? DEFAULT_URGENCY) };
}
