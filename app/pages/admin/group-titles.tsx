import type { MediaGroup } from "~/features/library/get-group.server";
import { useI18n } from "~/i18n/i18n-context";
import { FieldGroup } from "~/ui/forms/field";
import { FACT_DOT } from "~/ui/fact-dot";

/** Offers the titles that a group may belong to. */
export function GroupSuggestions({
  group: { suggestions, decision },
  chosen,
  listed,
  isEmpty,
}: {
  group: MediaGroup;
  chosen: string;
  listed: ReadonlySet<number>;
  isEmpty: boolean;
}) {
  const { t, formatNumber } = useI18n();
  const decided = decision?.animeId ?? null;
  const title = decision?.title ?? null;
  const choices = [
    ...(decided === null || title === null
      ? []
      : [{ malId: decided, title, note: t("admin.library.current") }]),
    ...suggestions
      .filter(({ malId }) => malId !== decided)
      .map(({ malId, title: suggested, confidence, reason }) => ({
        malId,
        title: suggested,
        note: `${t("admin.library.confidence", { percent: formatNumber(confidence, { style: "percent" }) })}${FACT_DOT}${reason}`,
      })),
  ].filter(({ malId }) => !listed.has(malId));
  if (isEmpty) return <p className="text-sm text-ink-soft">{t("admin.library.noSuggestion")}</p>;
  if (choices.length === 0) return null;
  return (
    <FieldGroup legend={t("admin.library.suggestions")}>
      {choices.map(({ malId, title, note }) => (
        <TitleChoice
          key={malId}
          id={malId}
          isChosen={String(malId) === chosen}
          title={title}
          note={note}
        />
      ))}
    </FieldGroup>
  );
}

export function TitleChoice({
  id,
  title,
  note,
  isChosen,
}: {
  id: number;
  title: string;
  note: string;
  isChosen: boolean;
}) {
  return (
    <label className="flex min-h-11 items-start gap-3 rounded-sm px-1 py-2 text-sm hover:bg-sunken">
      <input
        type="radio"
        name="anime"
        value={id}
        defaultChecked={isChosen}
        className="mt-0.5 size-4 shrink-0"
      />
      <span className="min-w-0">
        <span className="block font-medium break-words">{title}</span>
        <span className="block text-xs break-words text-ink-faint">{note}</span>
      </span>
    </label>
  );
}
