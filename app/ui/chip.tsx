import type { ReactNode } from "react";
import { Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { icon } from "./icons";

export function LinkChip({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center rounded-md border border-rule-strong px-3 text-sm text-ink-soft transition-colors hover:border-ink hover:text-ink md:min-h-9"
    >
      {children}
    </Link>
  );
}

export function RemovableChip({ to, label }: { to: string; label: string }) {
  const { t } = useI18n();
  return (
    <Link
      to={to}
      preventScrollReset
      aria-label={t("ui.removeFilter", { label })}
      className="inline-flex min-h-11 items-center gap-2 rounded-md bg-raised px-3 text-sm text-ink ring-1 ring-rule transition-colors ring-inset hover:ring-ink md:min-h-9 forced-colors:border"
    >
      {label}
      {icon("cross", "text-ink-faint")}
    </Link>
  );
}

export function Mark({
  tone = "plain",
  children,
}: {
  tone?: "plain" | "caution";
  children: ReactNode;
}) {
  return (
    <span
      className={
        tone === "caution"
          ? "rounded-sm px-1.5 py-0.5 text-xs font-semibold text-caution ring-1 ring-current ring-inset"
          : "rounded-sm px-1.5 py-0.5 text-xs font-semibold text-ink-faint ring-1 ring-rule-strong ring-inset"
      }
    >
      {children}
    </span>
  );
}
