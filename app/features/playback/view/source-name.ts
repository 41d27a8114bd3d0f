import type { SourceKind } from "~/features/playback/sources/source-input";
import type { I18n } from "~/i18n/i18n";
import { languageName } from "~/i18n/language-name";

interface SourceDescription {
  kind: SourceKind | null;
  language: string | null;
  label: string | null;
  episodes: { first: number; last: number } | null;
  release: string | null;
}

/**
 * Lists names such as `Dubbed, Spanish, 1080p`. Those of one name say their release, and are
 * numbered if this is the same, too.
 */
export function sourceNames(i18n: I18n, sources: readonly SourceDescription[]): string[] {
  const short = sources.map((source) => sourceName(i18n, source));
  const names = sources.map(({ release }, index) => {
    const name = short[index] ?? "";
    const isAlone = short.filter((other) => other === name).length === 1;
    return isAlone || release === null ? name : `${name}, ${release}`;
  });
  return names.map((name, index) => {
    if (names.filter((other) => other === name).length === 1) return name;
    return `${name} ${names.slice(0, index + 1).filter((other) => other === name).length}`;
  });
}

function sourceName(i18n: I18n, { kind, language, label, episodes }: SourceDescription): string {
  return [
    i18n.t(kind === null ? "source.plain" : `source.${kind}`),
    language === null ? null : languageName(i18n.locale, language),
    label,
    episodes === null ? null : i18n.t("source.episodes", episodes),
  ]
    .filter((part) => part !== null)
    .join(", ");
}
