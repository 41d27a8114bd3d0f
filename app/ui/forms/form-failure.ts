/** Why a form was refused: words for the whole and for single fields, and what had been typed. */
export interface FormFailure {
  message: string | null;
  fields: Readonly<Record<string, string>>;
  values: Readonly<Record<string, readonly string[]>>;
}

/** A form without an answer: the words, and which of a page's forms it was. What was typed is still in its fields. */
export function unanswered(message: string, intent?: string): { failure: FormFailure } {
  return {
    failure: { message, fields: {}, values: intent === undefined ? {} : { intent: [intent] } },
  };
}

/** What a form says above its fields: the words for the whole, and those for fields that do not show their own. `shown` names the ones that do. */
export function wordsAbove(failure: FormFailure | undefined, ...shown: string[]): string | null {
  if (failure === undefined) return null;
  const words = Object.entries(failure.fields).flatMap(([name, said]) =>
    shown.includes(name) ? [] : [said],
  );
  return [...(failure.message === null ? [] : [failure.message]), ...words].join(" ") || null;
}

/** What was typed into a field before it was refused, or null. */
export function typedText(failure: FormFailure | undefined, name: string): string | null {
  return failure?.values[name]?.at(-1) ?? null;
}
