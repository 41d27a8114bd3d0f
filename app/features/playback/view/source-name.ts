import type { SourceKind } from "~/features/playback/sources/source-input";
import type { Words } from "~/language/words";

interface Described {
  kind: SourceKind | null;
  language: string | null;
  label: string | null;
}

/** The words by which a source is chosen, as `Dubbed, Spanish, 1080p`; equal ones get a number. */
export function sourceNames(words: Words, sources: readonly Described[]): string[] {
  const plain = sources.map(({ kind, language, label }) =>
    [
      words.t(kind === null ? "source.plain" : `source.${kind}`),
      language === null ? null : languageName(words, language),
      label,
    ]
      .filter((part) => part !== null)
      .join(", "),
  );
  return plain.map((name, index) => {
    if (plain.filter((other) => other === name).length === 1) return name;
    return `${name} ${plain.slice(0, index + 1).filter((other) => other === name).length}`;
  });
}

function languageName({ locale }: Words, tag: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
