import { useI18n } from "~/i18n/i18n-context";
import { CopyButton } from "~/ui/forms/copy-button";

export function LinkOnce({ label, link }: { label: string; link: string }) {
  const { t } = useI18n();
  return (
    <div role="status" className="rounded-lg border border-rule-strong p-4">
      <p className="mb-2 text-sm font-medium">{label}</p>
      <p className="flex items-center gap-2">
        <code className="min-w-0 text-sm break-all">{link}</code>
        <CopyButton text={link} />
      </p>
      <p className="mt-2 text-xs text-ink-faint">{t("admin.linkOnce")}</p>
    </div>
  );
}
