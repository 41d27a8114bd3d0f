import type { PlaceholderNames } from "./message-types";
import type { errors } from "./messages/en/errors";

type Errors = typeof errors;
export type ErrorKey = keyof Errors;

/** A list of keys renders as a list: `a digit and a symbol`. A message renders as its text. */
export type ErrorValue = string | number | readonly ErrorKey[] | { readonly message: ErrorMessage };

export type ErrorMessage = {
  [Key in ErrorKey]: [PlaceholderNames<Errors[Key]>] extends [never]
    ? Key
    : { key: Key; values: Readonly<Record<PlaceholderNames<Errors[Key]>, ErrorValue>> };
}[ErrorKey];

const PREFIX = "error:";

/** Encodes a message as a string, since zod checks take nothing else. */
export function zodMessage(message: ErrorMessage): string {
  return PREFIX + JSON.stringify(message);
}

/** What `zodMessage` wrote into an issue; null for zod's own messages. */
export function fromZodMessage(text: string): ErrorMessage | null {
  return text.startsWith(PREFIX) ? (JSON.parse(text.slice(PREFIX.length)) as ErrorMessage) : null;
}
