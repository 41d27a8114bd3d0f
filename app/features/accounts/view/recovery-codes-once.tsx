import { Download } from "lucide-react";
import { useI18n } from "~/i18n/i18n-context";
import { buttonClass } from "~/ui/button";
import { CopyButton } from "~/ui/forms/copy-button";

export function RecoveryCodesOnce({ codes }: { codes: readonly string[] }) {
  const { t } = useI18n();
  const text = codes.join("\n");
  return (
    <div role="status" className="rounded-lg border border-rule-strong p-4">
      <p className="flex items-center justify-between gap-2 font-medium">
        {t("twoFactor.codes")}
        <CopyButton text={text} label={t("twoFactor.copyCodes")} />
      </p>
      <p className="mt-1 text-sm text-ink-soft">{t("twoFactor.codesOnce")}</p>
      <ol className="my-4 space-y-1">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-sm">{code}</code>
          </li>
        ))}
      </ol>
      <a
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        download="recovery-codes.txt"
        className={buttonClass("quiet")}
      >
        <Download aria-hidden className="size-4" />
        {t("twoFactor.downloadCodes")}
      </a>
    </div>
  );
}
