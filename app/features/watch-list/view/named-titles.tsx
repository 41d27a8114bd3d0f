import { useI18n } from "~/i18n/i18n-context";
import { MAX_NAMED_TITLES, type NamedTitle } from "./import-outcome";

interface NamedTitlesProps {
  heading: string;
  /** How many there are; `titles` are the first of them. */
  count: number;
  titles: readonly NamedTitle[];
}

/** Titles of an import's outcome, each with a note, folded below a heading. */
export function NamedTitles({ heading, count, titles }: NamedTitlesProps) {
  const { t, formatNumber } = useI18n();
  return (
    <details className="rounded-md border border-rule">
      <summary className="unfolds flex min-h-11 list-none items-center justify-between px-3 text-sm font-medium text-ink-soft hover:text-ink">
        {heading}
      </summary>
      <ul className="px-3 pb-3 text-sm">
        {titles.map(({ key, text, note }) => (
          <li
            key={key}
            className="flex flex-wrap justify-between gap-x-4 border-t border-rule py-1.5"
          >
            <span>{text}</span>
            <span className="text-ink-faint">{note}</span>
          </li>
        ))}
        {count > titles.length ? (
          <li className="border-t border-rule py-1.5 text-ink-faint">
            {t("import.more", { count: formatNumber(count - MAX_NAMED_TITLES) })}
          </li>
        ) : null}
      </ul>
    </details>
  );
}
