/** The count ends here: pages show it as `99+`. */
export const MAX_COUNTED_UNREAD = 100;

/** Returns the count as pages show it. */
export function shownUnread(count: number): string {
  return count < MAX_COUNTED_UNREAD ? String(count) : `${String(MAX_COUNTED_UNREAD - 1)}+`;
}
