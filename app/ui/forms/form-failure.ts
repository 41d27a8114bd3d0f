export interface FormFailure {
  message: string | null;
  fields: Readonly<Record<string, string>>;
  values: Readonly<Record<string, readonly string[]>>;
}

export function networkFailure(message: string, intent?: string): { failure: FormFailure } {
  return {
    failure: { message, fields: {}, values: intent === undefined ? {} : { intent: [intent] } },
  };
}

/** The failure's message, and the errors of fields that do not show their own. */
export function formMessage(failure: FormFailure | undefined, ...shown: string[]): string | null {
  if (failure === undefined) return null;
  const errors = Object.entries(failure.fields).flatMap(([name, error]) =>
    shown.includes(name) ? [] : [error],
  );
  return [...(failure.message === null ? [] : [failure.message]), ...errors].join(" ") || null;
}

export function submittedText(failure: FormFailure | undefined, name: string): string | null {
  return failure?.values[name]?.at(-1) ?? null;
}
