import { airingStatusAt } from "~/features/catalog/airing-status.server";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { isOptional } from "~/features/franchise/franchise-roles";
import type { Franchise, FranchiseMember } from "~/features/franchise/get-franchise.server";
import { sharedName } from "~/features/franchise/shared-name";
import { byRelease } from "~/features/franchise/story-order";
import { franchisePath, type FranchiseOrder } from "~/features/franchise/view/franchise-path";

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
  /** What the user has seen, by title id; null for visitors. */
  seen: ReadonlyMap<number, SeenTitle> | null;
}

export function presentFranchise(franchise: Franchise, { language, order, seen }: PageOptions) {
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
  const counted = countedMembers(members);
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
    /** Titles that neither the head nor the own progress counts. */
    optional: members.length - counted.length,
    titles: counted.length,
    ...total(counted),
    progress: seen === null ? null : progressOf(members, counted, seen),
  };
}

function sortByRelease(members: readonly FranchiseMember[]): FranchiseMember[] {
  const date = ({ anime }: FranchiseMember) => ({
    id: anime.mal_id,
    released: anime.aired_from ?? (anime.year === null ? null : String(anime.year)),
  });
  return [...members].sort((one, other) => byRelease(date(one), date(other)));
}

/** All but what is optional; everything where all of it is. */
function countedMembers(members: readonly FranchiseMember[]): readonly FranchiseMember[] {
  const story = members.filter(({ role }) => !isOptional(role));
  return story.length === 0 ? members : story;
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

/**
 * How far the user is in what the head counts. What they have begun comes next, even if it is
 * optional; then the first of the rest.
 */
function progressOf(
  members: readonly FranchiseMember[],
  counted: readonly FranchiseMember[],
  seen: ReadonlyMap<number, SeenTitle>,
) {
  const count = counted.reduce(
    (sum, { anime }) =>
      sum + Math.min(seen.get(anime.mal_id)?.episodesSeen ?? 0, anime.episodes ?? 0),
    0,
  );
  const seenOf = ({ anime }: FranchiseMember) => seen.get(anime.mal_id);
  const isOpen = (member: FranchiseMember) => isNext(member.anime, seenOf(member));
  const isBegun = (member: FranchiseMember) => isOpen(member) && hasBegun(seenOf(member));
  const next = counted.find(isBegun) ?? members.find(isBegun) ?? counted.find(isOpen);
  return {
    seen: count,
    episodes: total(counted).episodes,
    next: next === undefined ? null : { id: next.anime.mal_id, episode: seenOf(next)?.next ?? 1 },
  };
}

const BEGUN_STATES = new Set(["watching", "rewatching", "paused"]);

function hasBegun(seen: SeenTitle | undefined): boolean {
  return seen !== undefined && (seen.episodesSeen > 0 || BEGUN_STATES.has(seen.state ?? ""));
}

function isNext(anime: FranchiseMember["anime"], seen: SeenTitle | undefined): boolean {
  if (airingStatusAt(anime, new Date()) === "Not yet aired") return false;
  return seen === undefined || (!isPutAside(seen.state) && seen.next !== null);
}

function isPutAside(state: string | null): boolean {
  return state === "completed" || state === "dropped";
}
