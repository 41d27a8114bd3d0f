import type { SourceKind } from "~/features/playback/sources/source-input";

interface Described {
  kind: SourceKind | null;
  language: string | null;
  label: string | null;
}

const KINDS: Record<SourceKind, string> = { sub: "Subtitled", dub: "Dubbed", raw: "Original" };

/** The words by which a source is chosen, as `Dubbed, Spanish, 1080p`; equal ones get a number. */
export function sourceNames(sources: readonly Described[]): string[] {
  const plain = sources.map(({ kind, language, label }) => [kind === null ? "Source" : KINDS[kind], language === null ? null : languageName(language), label].filter((part) => part !== null).join(", "));
  return plain.map((name, index) => {
    if (plain.filter((other) => other === name).length === 1) return name;
    return `${name} ${plain.slice(0, index + 1).filter((other) => other === name).length}`;
  });
}

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
