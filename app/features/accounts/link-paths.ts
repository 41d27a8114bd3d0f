import { href } from "react-router";
import { withQuery } from "~/ui/with-query";

/** Returns a path with the code in its query, since paths are logged. */
export function invitationPath(code: string): string {
  return withQuery(href("/invitation"), { invitation: code });
}

export function householdPath(code: string): string {
  return withQuery(href("/profiles/join"), { code });
}

export function resetPath(code: string): string {
  return withQuery(href("/reset"), { code });
}
