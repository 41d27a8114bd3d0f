import type { ErrorMessage } from "~/i18n/error-message";

export class ListRefused extends Error {
  constructor(
    readonly reason: ErrorMessage,
    readonly isTooLarge = false,
  ) {
    super(JSON.stringify(reason));
  }
}
