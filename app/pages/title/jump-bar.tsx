import { useI18n } from "~/i18n/i18n-context";
import { SectionLink } from "~/ui/section-link";
import type { TitlePageData } from "./load-title.server";

/** Leads to the parts of a title's page, which is long on a phone. */
export function JumpBar({ parts }: Pick<TitlePageData, "parts">) {
  const { t } = useI18n();
  return (
    <nav
      aria-label={t("season.sections")}
      className="sticky top-(--header-height) z-20 -mx-(--page-gutter) mt-4 flex overflow-x-auto border-b border-rule bg-paper px-(--page-gutter) md:hidden"
    >
      {parts.map(({ id, name }) => (
        <SectionLink
          key={id}
          id={id}
          className="flex min-h-11 items-center pr-5 text-sm font-medium text-ink-soft hover:text-ink"
        >
          {name}
        </SectionLink>
      ))}
    </nav>
  );
}
