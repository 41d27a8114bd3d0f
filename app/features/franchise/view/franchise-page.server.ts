import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { isOptional } from "~/features/franchise/franchise-roles";
import type { Franchise, FranchiseMember } from "~/features/franchise/get-franchise.server";
import { sharedName } from "~/features/franchise/shared-name";
import { byRelease } from "~/features/franchise/story-order";
import { franchisePath, type FranchiseOrder } from "./franchise-path";

/** What a user has seen of a title. */
export interface SeenTitle {
  state: string | null;
  episodesSeen: number;
  /** The episode to watch next; null when all are seen. */
  next: number | null;
}

interface PageOptions {
  language: TitleLanguage;
  order: FranchiseOrder;
  /** By title id; null for visitors. */
  seen: ReadonlyMap<number, SeenTitle> | null;
}

export function franchisePage(franchise: Franchise, { language, order, seen }: PageOptions) {
  const { main, isCorrected } = franchise;
  const members = order === "story" ? franchise.members : sortByRelease(franchise.members);
  const heading = displayTitle(main, language);
  // Titles without an English name would not share it.
  const names = members
    .map(({ anime }) => displayTitle(anime, language))
    .filter(({ lang }) => lang === heading.lang);
  const name = sharedName(
    heading.text,
    names.map(({ text }) => text),
  );
  const rows = members.map(({ anime, role }) => ({
    card: animeCard(anime, language),
    role,
    optional: isOptional(role),
  }));
  return {
    id: main.mal_id,
    name,
    lang: heading.lang,
    path: franchisePath(main.mal_id, name),
    order,
    isCorrected,
    rows,
    optional: rows.filter(({ optional }) => optional).length,
    ...total(members),
    progress: seen === null ? null : progressOf(members, rows, seen),
  };
}

function sortByRelease(members: readonly FranchiseMember[]): FranchiseMember[] {
  const date = ({ anime }: FranchiseMember) => ({
    id: anime.mal_id,
    released: anime.aired_from ?? (anime.year === null ? null : String(anime.year)),
  });
  return [...members].sort((one, other) => byRelease(date(one), date(other)));
}

function total(members: readonly FranchiseMember[]): { episodes: number; minutes: number } {
  return {
    episodes: members.reduce((sum, { anime }) => sum + (anime.episodes ?? 0), 0),
    minutes: members.reduce(
      (sum, { anime, minutes }) => sum + (anime.episodes ?? 0) * (minutes ?? 0),
      0,
    ),
  };
}

/** Without what is optional. */
function progressOf(
  members: readonly FranchiseMember[],
  rows: readonly { card: { id: number; path: string }; optional: boolean }[],
  seen: ReadonlyMap<number, SeenTitle>,
) {
  const required = members.filter(({ role }) => !isOptional(role));
  const count = required.reduce((sum, { anime }) => {
    const episodes = seen.get(anime.mal_id)?.episodesSeen ?? 0;
    return sum + (anime.episodes === null ? episodes : Math.min(episodes, anime.episodes));
  }, 0);
  const next = required.find(({ anime }) => isNext(anime, seen.get(anime.mal_id)));
  const row = rows.find(({ card }) => card.id === next?.anime.mal_id);
  return {
    seen: count,
    episodes: total(required).episodes,
    next:
      row === undefined || next === undefined
        ? null
        : { id: row.card.id, episode: seen.get(row.card.id)?.next ?? 1 },
  };
}

function isNext({ status }: { status: string | null }, seen: SeenTitle | undefined): boolean {
  if (status === "Not yet aired") return false;
  return seen === undefined || (!isPutAside(seen.state) && seen.next !== null);
}

function isPutAside(state: string | null): boolean {
  return state === "completed" || state === "dropped";
}
