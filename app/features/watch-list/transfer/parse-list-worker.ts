import type { ErrorMessage } from "~/i18n/error-message";
import { ListRefused } from "./list-refused";
import { parseList, type ParsedList } from "./parse-list.server";

/** Errors lose their class when sent between threads. */
export type ParseOutcome =
  | { list: ParsedList }
  | { refused: { isTooLarge: boolean; reason: ErrorMessage } };

export default function run(bytes: Uint8Array): ParseOutcome {
  try {
    return { list: parseList(bytes) };
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error;
    return { refused: { isTooLarge: error.isTooLarge, reason: error.reason } };
  }
}
