import { cloneElement, createContext, type ReactElement, type ReactNode, useContext } from "react";
import type { MessageKey, MessageValues } from "./messages";
import type { Words } from "./words";

const WordsContext = createContext<Words | null>(null);

/** Gives a page its language. */
export const WordsProvider = WordsContext.Provider;

/** The language of the page. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (words === null) throw new Error("There is no WordsProvider around this.");
  return words;
}

interface RichProps<Key extends MessageKey> {
  message: Key;
  values?: MessageValues<Key>[0];
  /** The elements of the message's tags: `<link>…</link>` becomes `parts.link` around what stands between. */
  parts: Readonly<Record<string, ReactElement<{ children?: ReactNode }>>>;
}

const TAG = /<([a-z]+)>([^<]*)<\/\1>/;

/** A message with elements inside, so that each language puts them where they belong in its sentence. */
export function Rich<Key extends MessageKey>({
  message,
  values,
  parts,
}: RichProps<Key>): ReactNode {
  // The props' types tie the values to the key; a conditional type hides that here.
  const text = useWords().t(
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
