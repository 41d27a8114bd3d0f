import { cloneElement, createContext, type ReactElement, type ReactNode, useContext } from "react";
import type { MessageKey, MessageValues } from "./message-types";
import type { I18n } from "./i18n";

const I18nContext = createContext<I18n | null>(null);

export const I18nProvider = I18nContext.Provider;

export function useI18n(): I18n {
  const i18n = useContext(I18nContext);
  if (i18n === null) throw new Error("useI18n needs an I18nProvider.");
  return i18n;
}

interface TransProps<Key extends MessageKey> {
  message: Key;
  values?: MessageValues<Key>[0];
  /** `components.link` replaces `<link>…</link>`. */
  parts: Readonly<Record<string, ReactElement<{ children?: ReactNode }>>>;
}

const TAG = /<([a-z]+)>([^<]*)<\/\1>/;

/** A message with elements, which each translation places in its own sentence. */
export function Trans<Key extends MessageKey>({
  message,
  values,
  parts,
}: TransProps<Key>): ReactNode {
  // A conditional type hides that the props tie the values to the key.
  const text = useI18n().t(
    message,
    ...((values === undefined ? [] : [values]) as MessageValues<Key>),
  );
  const pieces = text.split(TAG);
  return pieces.map((piece, index) => {
    if (index % 3 === 0) return piece;
    const part = index % 3 === 2 ? parts[pieces[index - 1] ?? ""] : undefined;
    return part === undefined ? null : cloneElement(part, { key: index }, piece);
  });
}
