import { href } from "react-router";

/** Returns a path with the code in its query, since paths are logged. */
export function invitationPath(code: string): string {
  return `${href("/invitation")}?${new URLSearchParams({ invitation: code }).toString()}`;
}

export function resetPath(code: string): string {
  return `${href("/reset")}?${new URLSearchParams({ code }).toString()}`;
}
