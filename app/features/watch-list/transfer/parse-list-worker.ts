import type { ErrorMessage } from "~/i18n/error-message";
import { ListRefused } from "./list-refused";
import { parseList, type ParsedList } from "./parse-list.server";

/** A file of a person, whose days are those of a canonical time zone. */
export interface ListTask {
  bytes: Uint8Array;
  timeZone: string;
}

/** Errors lose their class when sent between threads. */
export type ParseOutcome =
  | { list: ParsedList }
  | { refused: { isTooLarge: boolean; reason: ErrorMessage } };

export default function run({ bytes, timeZone }: ListTask): ParseOutcome {
  try {
    return { list: parseList(bytes, timeZone) };
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error;
    return { refused: { isTooLarge: error.isTooLarge, reason: error.reason } };
  }
}
