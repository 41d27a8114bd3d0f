import { useI18n } from "~/i18n/i18n-context";
import { SectionLink } from "~/ui/section-link";

interface SeasonSectionsProps {
  sections: readonly { id: string; heading: string; total: number }[];
  className: string;
}

/** Leads to the sections of a season; nothing where there is one alone. */
export function SeasonSections({ sections, className }: SeasonSectionsProps) {
  const { t, formatNumber } = useI18n();
  if (sections.length < 2) return null;
  return (
    <nav aria-label={t("season.sections")} className={className}>
      <ul className="sideways -mx-(--page-gutter) gap-2 px-(--page-gutter) md:flex-wrap">
        {sections.map(({ id, heading, total }) => (
          <li key={id}>
            <SectionLink
              id={id}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-md bg-raised px-3 text-sm text-ink-soft tabular-nums hover:text-ink md:min-h-9"
            >
              {heading} <span className="text-ink-faint">{formatNumber(total)}</span>
            </SectionLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
