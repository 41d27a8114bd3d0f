import { AppError } from "~/errors/app-error";
import type { ErrorMessage } from "~/i18n/error-message";

/** A media file that cannot be read: broken, cut off, lying about its structure or unknown. */
export class UnreadableMedia extends AppError {
  constructor(text: ErrorMessage, cause?: unknown) {
    super("unsupported-media-type", text, { cause });
  }
}
