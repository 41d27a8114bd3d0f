import type { ErrorMessage } from "~/i18n/error-message";

/** Why a file is attached, waits or is skipped: clauses in order, before a locale is known. */
export type Reason = readonly ErrorMessage[];

/** The form of `reason` and `problem` in the database; `reasonText` renders it. */
export function storeReason(reason: Reason): string {
  return JSON.stringify(reason);
}
