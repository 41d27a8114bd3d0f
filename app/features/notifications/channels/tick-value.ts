import type { EventKind } from "~/features/notifications/notification-kinds";

/** Stands for the bell among the channels of the check boxes. */
export const BELL = "bell";

/** The value of a check box: what gets which kind. */
export function tickValue(receiver: string, kind: EventKind): string {
  return `${receiver} ${kind}`;
}
