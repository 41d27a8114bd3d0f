import { AppError } from "~/errors/app-error";
import type { ErrorMessage } from "~/i18n/error-message";

export class UnreadableMedia extends AppError {
  constructor(text: ErrorMessage, cause?: unknown) {
    super("unsupported-media-type", text, { cause });
  }
}
