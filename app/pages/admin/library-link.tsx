import { href, Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";

/** Back to the library page. */
export function LibraryLink() {
  const { t } = useI18n();
  return (
    <p className="mt-8 text-sm">
      <Link
        to={href("/admin/library")}
        className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
      >
        {t("admin.library")}
      </Link>
    </p>
  );
}
