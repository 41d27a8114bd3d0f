import { Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";

export function SkipLink({ to, isEdit }: { to: string; isEdit: boolean }) {
  const { t } = useI18n();
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center px-3 text-sm font-medium text-ink-soft hover:text-ink"
    >
      {t(isEdit ? "step.cancel" : "step.skip")}
    </Link>
  );
}
