import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useI18n } from "~/i18n/i18n-context";

const ICONS = {
  ok: { Icon: CircleCheck, color: "text-accent-text" },
  note: { Icon: Info, color: "text-ink-soft" },
  problem: { Icon: TriangleAlert, color: "text-caution" },
};

/** Shows whether what stands beside it is in order. */
export function Verdict({ status }: { status: keyof typeof ICONS }) {
  const { t } = useI18n();
  const { Icon, color } = ICONS[status];
  return (
    <Icon
      role="img"
      aria-label={t(`admin.verdict.${status}`)}
      className={`size-4 shrink-0 ${color}`}
    />
  );
}
