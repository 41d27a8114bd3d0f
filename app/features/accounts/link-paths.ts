/** The path of an invitation's or an owner's link. In the query, since paths are logged. */
export function invitationPath(code: string): string {
  return `/invitation?${new URLSearchParams({ invitation: code }).toString()}`;
}

/** The path of a link that sets a new password. */
export function resetPath(code: string): string {
  return `/reset?${new URLSearchParams({ code }).toString()}`;
}
