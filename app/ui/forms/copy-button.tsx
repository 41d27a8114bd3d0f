import { useState } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { icon } from "~/ui/icons";

/** A button that is hidden without scripts. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useI18n();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <button
      type="button"
      onClick={() => void copy().catch(() => setCopied(false))}
      onBlur={() => setCopied(false)}
      aria-label={copied ? t("ui.copied") : (label ?? t("ui.copy", { text }))}
      className="needs-js -my-2 inline-flex size-11 shrink-0 items-center justify-center text-ink-faint hover:text-ink md:-my-1 md:size-8"
    >
      {icon(copied ? "tick" : "copy", "before:size-3.5")}
    </button>
  );
}
