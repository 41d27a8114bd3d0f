import { useI18n } from "~/i18n/i18n-context";

export function SkipLink() {
  const { t } = useI18n();
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-md bg-accent px-4 py-3 text-sm font-semibold text-on-accent focus:translate-y-0"
    >
      {t("site.skip")}
    </a>
  );
}
