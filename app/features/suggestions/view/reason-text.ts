import type { Anime } from "~/features/catalog/anime";
import { normaliseName } from "~/features/catalog/term-key";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import type { I18n } from "~/i18n/i18n";
import type {
  NamedTitle,
  PersonNames,
  ShownSuggestion,
} from "~/features/suggestions/list-suggestions.server";
import type { Reason } from "~/features/suggestions/reason";

export interface ReasonTextOptions {
  i18n: I18n;
  language: TitleLanguage;
  named: ReadonlyMap<number, NamedTitle>;
  people: ReadonlyMap<string, PersonNames>;
  /** Formats a score on the user's scale. */
  formatScore: (score: number) => string;
}

/**
 * One sentence for each suggestion of a page: its strongest reason whose subject the page has named
 * least so far, so that a page names different favourites.
 */
export function reasonTexts(
  suggestions: readonly ShownSuggestion[],
  options: ReasonTextOptions,
): string[] {
  const uses = new Map<string, number>();
  return suggestions.map(({ anime, reasons }) => {
    const ranked = reasons
      .map((reason) => ({ reason, subject: subjectOf(reason) }))
      .sort(
        (one, other) =>
          Number(isOwnReason(other.reason)) - Number(isOwnReason(one.reason)) ||
          (uses.get(one.subject) ?? 0) - (uses.get(other.subject) ?? 0),
      );
    const [chosen] = ranked;
    if (chosen === undefined) return "";
    uses.set(chosen.subject, (uses.get(chosen.subject) ?? 0) + 1);
    return reasonText(chosen.reason, anime, options);
  });
}

function subjectOf(reason: Reason): string {
  if ("malId" in reason) return String(reason.malId);
  return reason.kind === "taste" ? reason.term : reason.kind;
}

/** Few titles of a page have such a reason, so it goes before all others. */
function isOwnReason(reason: Reason): boolean {
  return reason.kind === "sequel" || (reason.kind === "taste" && reason.term.startsWith("staff:"));
}

/** Kinds of favourites beside genres. */
const TASTES = ["studio", "staff"] as const;

function reasonText(
  reason: Reason,
  anime: ShownSuggestion["anime"],
  options: ReasonTextOptions,
): string {
  const { t } = options.i18n;
  switch (reason.kind) {
    case "sequel":
      return t("reason.sequel", { title: titleOf(options.named.get(reason.malId), options) });
    case "like": {
      const { kind, ...values } = shownLiking(options.named.get(reason.malId), options);
      return t(`reason.${kind}`, values);
    }
    case "taste": {
      const kind = TASTES.find((each) => reason.term.startsWith(`${each}:`)) ?? "genre";
      return t(`reason.${kind}`, { name: termName(reason.term, anime, options) });
    }
    case "others":
      return t("reason.others");
  }
}

type LikingKind = "favorite" | "rated" | "completed" | "watching" | "seen";

/** How the user has shown to like a title. */
function shownLiking(
  title: NamedTitle | undefined,
  options: ReasonTextOptions,
): { kind: LikingKind; title: string; score: string } {
  const score = title?.score ?? null;
  return {
    kind: likingKind(title),
    title: titleOf(title, options),
    score: score === null ? "" : options.formatScore(score),
  };
}

function likingKind(title: NamedTitle | undefined): LikingKind {
  if (title !== undefined && title.score !== null && title.state !== "dropped") return "rated";
  if (title?.isFavorite === true) return "favorite";
  if (title?.state === "watching") return "watching";
  return title?.state === "completed" || title?.state === "rewatching" ? "completed" : "seen";
}

function titleOf(title: NamedTitle | undefined, { language }: ReasonTextOptions): string {
  return title === undefined ? "" : displayTitle(title.names, language).text;
}

/** Returns the term as the catalog spells it. */
function termName(
  term: string,
  source: Anime,
  { i18n: { label }, language, people }: ReasonTextOptions,
): string {
  const person = people.get(term);
  if (person !== undefined)
    return language === "native" ? (person.name_japanese ?? person.name) : person.name;
  const kind = term.slice(0, term.indexOf(":"));
  const key = term.slice(kind.length + 1);
  const names =
    kind === "genre" ? source.genres : kind === "theme" ? source.themes : source.studios;
  const name = names.find((candidate) => normaliseName(candidate) === key) ?? key;
  return kind === "studio" ? name : label(kind, name);
}
