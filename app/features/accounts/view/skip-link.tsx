import { Link } from "react-router";
import { useWords } from "~/language/words-context";

/** The way on from a step of the sign-up without saving it, or back from its form as a settings page. */
export function SkipLink({ to, isEdit }: { to: string; isEdit: boolean }) {
  const { t } = useWords();
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center px-3 text-sm font-medium text-ink-soft hover:text-ink"
    >
      {t(isEdit ? "step.keep" : "step.skip")}
    </Link>
  );
}
