import { useI18n } from "~/i18n/i18n-context";
import { STATE_FILLS, StateDot, useCardStates } from "./card-states";

/** What the marks on the page's cards mean; states with the same mark are one item. */
export function StateLegend() {
  const { t, label, formatList } = useI18n();
  const states = [...new Set(Object.values(useCardStates()).map(({ state }) => state))].sort();
  const groups = new Map<string | undefined, string[]>();
  for (const state of states)
    groups.set(STATE_FILLS[state], [...(groups.get(STATE_FILLS[state]) ?? []), state]);
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-soft">
      <span>{t("list.onAs")}</span>
      {[...groups.values()].map((group) => (
        <span key={group.join()} className="inline-flex items-center gap-1.5">
          <StateDot state={group[0] ?? ""} />
          {formatList(group.map((state) => label("entryState", state)))}
        </span>
      ))}
    </p>
  );
}
