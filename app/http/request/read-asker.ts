import { type Asker, DEFAULT_URGENCY } from "~/concurrency/client-loads";

/** Who waits, and how soon a browser shows it, by `Priority` (RFC 9218). */
export function readAsker(
  { headers }: Request,
  { clientKey: client }: { clientKey: string },
): Asker {
  const urgency = /(?:^|,)\s*u=(?<urgency>[0-7])\s*(?:,|$)/.exec(headers.get("priority") ?? "");
  return { client, urgency: Number(urgency?.groups?.["urgency"] ?? DEFAULT_URGENCY) };
}
