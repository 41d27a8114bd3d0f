import { Link } from "react-router";
import { browsePath, type BrowseView } from "~/features/listing/view/browse-path";
import { useI18n } from "~/i18n/i18n-context";
import { RemovableChip } from "~/ui/chip";

interface AppliedFiltersProps {
  chips: readonly { label: string; to: string }[];
  view: BrowseView;
}

/** Each filter of the listing, with the listing without it. */
export function AppliedFilters({ chips, view }: AppliedFiltersProps) {
  const { t } = useI18n();
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t("browse.appliedFilters")} className="mt-4 flex flex-wrap gap-2">
      {chips.map(({ label, to }) => (
        <li key={label}>
          <RemovableChip to={to} label={label} />
        </li>
      ))}
      <li>
        <Link
          to={browsePath({}, view)}
          preventScrollReset
          className="inline-flex min-h-11 items-center px-2 text-sm font-medium text-accent-text hover:underline md:min-h-9"
        >
          {t("browse.clearAll")}
        </Link>
      </li>
    </ul>
  );
}
