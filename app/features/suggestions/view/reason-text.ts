import type { Anime } from "~/features/catalog/anime";
import { normaliseName, type TermSource } from "~/features/catalog/term-key";
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
  /** On the user's scale. */
  formatScore: (score: number) => string;
}

/** Kinds of favourites beside genres. */
const TASTES = ["studio", "staff"] as const;

type ReasonOf<Kind extends Reason["kind"]> = Extract<Reason, { kind: Kind }>;

/** Whole sentences, the strongest first: why, then what the titles have in common. */
export function reasonTexts(
  { anime, reasons }: ShownSuggestion,
  options: ReasonTextOptions,
): string[] {
  const { t, formatList } = options.i18n;
  const ofKind = <Kind extends Reason["kind"]>(kind: Kind) =>
    reasons.filter((reason): reason is ReasonOf<Kind> => reason.kind === kind);
  const nameOf = (id: number) => titleOf(options.named.get(id), options);
  const likes = ofKind("like");
  const [unlike] = ofKind("unlike");
  const [sequel] = ofKind("sequel");
  const [taste] = ofKind("taste");
  const texts: string[] = [];
  if (sequel !== undefined) texts.push(t("reason.sequel", { title: nameOf(sequel.malId) }));
  const because = becauseText(likes, unlike, options);
  if (because !== null) texts.push(because);
  if (taste !== undefined) {
    const kind = TASTES.find((each) => taste.term.startsWith(`${each}:`)) ?? "genre";
    texts.push(t(`reason.${kind}`, { name: termName(taste.term, anime, options) }));
  }
  if (ofKind("others").length > 0) texts.push(t("reason.others"));
  const [like] = likes;
  if (like !== undefined && like.terms.length > 0)
    texts.push(
      t("reason.shares", {
        title: nameOf(like.malId),
        terms: formatList(like.terms.map((term) => termName(term, anime, options))),
      }),
    );
  const theirs = unlike === undefined ? undefined : options.named.get(unlike.malId);
  if (like !== undefined && unlike !== undefined && theirs !== undefined)
    texts.push(
      t("reason.without", {
        title: nameOf(unlike.malId),
        term: termName(unlike.term, theirs, options),
      }),
    );
  return texts;
}

function becauseText(
  likes: readonly ReasonOf<"like">[],
  unlike: ReasonOf<"unlike"> | undefined,
  options: ReasonTextOptions,
): string | null {
  const [first, second] = likes.map(({ malId }) => shownLiking(options.named.get(malId), options));
  if (first === undefined) return null;
  const { t } = options.i18n;
  const values = { title: first.title, score: first.score };
  const disliked = unlike === undefined ? undefined : options.named.get(unlike.malId);
  if (disliked !== undefined) {
    const also = { ...values, other: titleOf(disliked, options) };
    if (disliked.state === "dropped") return t(`reason.${first.kind}Dropped`, also);
    if (first.kind === "rated" && disliked.score !== null)
      return t("reason.ratedRated", {
        ...also,
        otherScore: options.formatScore(disliked.score),
      });
  }
  if (second?.kind !== first.kind) return t(`reason.${first.kind}`, values);
  const both = { ...values, other: second.title };
  if (first.kind === "rated") return t("reason.ratedRated", { ...both, otherScore: second.score });
  return t(`reason.${first.kind}Both`, both);
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

/** As the catalog spells it. */
function termName(
  term: string,
  source: Pick<TermSource, "genres" | "themes" | "studios"> | Anime,
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
