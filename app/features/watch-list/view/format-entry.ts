import { toScale, type ScoreScale } from "~/features/catalog/score-scale";
import type { FieldChange } from "~/features/watch-list/tracking/entry-diff";
import { ENTRY_FIELD_NAMES, ENTRY_FIELDS } from "~/features/watch-list/tracking/entry-fields";
import type { I18n } from "~/i18n/i18n";
import { NO_STATE } from "./list-view";
import { FACT_DOT } from "~/ui/fact-dot";

/** Formats a score on the user's scale: `85`, `8.5`, `8`, `4 ★`, `🙂`. */
export function formatOwnScore(
  { t, formatNumber }: I18n,
  score: number,
  scale: ScoreScale,
): string {
  const value = toScale(score, scale);
  if (scale === "3") return value === 1 ? "🙁" : value === 2 ? "😐" : "🙂";
  if (scale === "5") return t("score.stars", { stars: formatNumber(value) });
  return formatNumber(value, scale === "10.0" ? { minimumFractionDigits: 1 } : {});
}

/** Stored scores as the user's scale shows them: `8`, or `80 – 89` where it tells them apart. */
export function formatScoreRange(
  i18n: I18n,
  [min, max]: readonly [number, number],
  scale: ScoreScale,
): string {
  const [from, to] = [formatOwnScore(i18n, min, scale), formatOwnScore(i18n, max, scale)];
  return from === to ? from : `${from} – ${to}`;
}

/** Returns `2024`, `May 2024` or `17 May 2024`. */
export function formatPartialDate({ formatDate }: I18n, date: string): string {
  if (date.length === 4) return date;
  const month = { month: "short", year: "numeric", timeZone: "UTC" } as const;
  return date.length === 7
    ? formatDate(`${date}-01`, month)
    : formatDate(date, { ...month, day: "numeric" });
}

/** Returns `Added to Watching · Score: – → 8`. */
export function formatChanges(
  i18n: I18n,
  changes: readonly FieldChange[],
  scale: ScoreScale,
): string {
  const isAddition = changes.some(({ field, to }) => field === "on_list" && to === true);
  const state = isAddition ? changes.find(({ field }) => field === "state") : undefined;
  const addition =
    state === undefined ? [] : [i18n.t("change.addedTo", { state: formatState(i18n, state.to) })];
  const rest = changes.filter(
    (change) => state === undefined || (change !== state && change.field !== "on_list"),
  );
  return [...addition, ...rest.map((change) => formatFieldChange(i18n, change, scale))].join(
    FACT_DOT,
  );
}

function formatState({ label }: I18n, state: unknown): string {
  return label("entryState", typeof state === "string" ? state : NO_STATE);
}

/** Returns `Status: Planned → Watching`. */
function formatFieldChange(i18n: I18n, change: FieldChange, scale: ScoreScale): string {
  const { t } = i18n;
  const { field, from, to } = change;
  if (field === "on_list") return t(to === true ? "change.added" : "change.removed");
  if (field === "private") return t(to === true ? "change.madePrivate" : "change.madePublic");
  const name = fieldLabel(i18n, field);
  if (field === "notes" || isSameLength(from, to)) return name;
  const [before, after] = [from, to].map((value) => formatValue(i18n, field, value, scale));
  return t("change.value", { field: name, from: before ?? "–", to: after ?? "–" });
}

/** The label of the editor; other names are facts that follow from the episodes and rewatches. */
function fieldLabel({ t, label }: I18n, field: string): string {
  const name = ENTRY_FIELD_NAMES.find((one) => ENTRY_FIELDS[one].column === field);
  return name === undefined ? label("entryField", field) : t(`formField.${name}`);
}

/** Rewatches are shown by their number, which does not say what changed in one of them. */
function isSameLength(from: unknown, to: unknown): boolean {
  const isRecords = (value: unknown): value is unknown[] =>
    Array.isArray(value) && typeof value[0] === "object";
  return isRecords(from) && isRecords(to) && from.length === to.length;
}

function formatValue(i18n: I18n, field: string, value: unknown, scale: ScoreScale): string | null {
  const { label, formatNumber, formatList } = i18n;
  if (field === "state") return formatState(i18n, value);
  if (Array.isArray(value)) {
    if (field === "rewatches") return formatNumber(value.length);
    return value.length === 0 ? null : formatList(value.map(String));
  }
  if (typeof value === "number") {
    if (field === "score") return formatOwnScore(i18n, value, scale);
    return field === "priority" ? label("priority", String(value)) : formatNumber(value);
  }
  if (typeof value !== "string" || value === "") return null;
  return field.endsWith("_on") ? formatPartialDate(i18n, value) : value;
}
