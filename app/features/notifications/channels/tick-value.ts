import type { NotificationKind } from "~/features/notifications/notification-kinds";

/** Stands for the bell among the channels of the check boxes. */
export const BELL = "bell";

/** The value of a check box: what gets which kind. */
export function tickValue(receiver: string, kind: NotificationKind): string {
  return `${receiver} ${kind}`;
}
