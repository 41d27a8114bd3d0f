import type { ErrorMessage } from "~/i18n/error-message";

/** A list that cannot be imported. `AppError` cannot be sent between threads. */
export class ListRefused extends Error {
  constructor(
    readonly reason: ErrorMessage,
    readonly isTooLarge = false,
  ) {
    super(JSON.stringify(reason));
  }
}
