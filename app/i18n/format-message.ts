import type { CompiledIcuChoices, CompiledMessage } from "@lingui/message-utils/compileMessage";

/** What is not given is left out. */
export type MessageArguments = Readonly<Record<string, string | number | null | undefined>>;

export type FormatMessage = (message: CompiledMessage, values?: MessageArguments) => string;

/**
 * Returns the function that fills in compiled ICU messages. Of the formats it has those that
 * messages use, plural and number: a library's others would be in every page's scripts.
 */
export function createFormatMessage(tag: string): FormatMessage {
  const numbers = new Intl.NumberFormat(tag);
  const plurals = new Intl.PluralRules(tag);
  // `#` is the number of the innermost plural.
  const format = (message: CompiledMessage, values: MessageArguments, hash: string): string =>
    message.reduce<string>((text, token) => {
      if (typeof token === "string") return text + (token === "#" ? hash : token);
      const [name, type, choices] = token;
      const value = values[name] ?? "";
      if (type === undefined) return text + String(value);
      const count = Number(value);
      const shown = numbers.format(count);
      if (type !== "plural") return text + shown;
      const cases = choices as CompiledIcuChoices;
      return (
        text +
        format(cases[count] ?? cases[plurals.select(count)] ?? cases["other"] ?? [], values, shown)
      );
    }, "");
  return (message, values = {}) => format(message, values, "#");
}
