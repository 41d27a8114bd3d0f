/** What one is in the mood for; each question by itself, and all optional. */
export const MOOD_CHOICES = {
  length: ["evening", "weekend", "long"],
  era: ["classic", "2000s", "2010s", "2020s"],
  tone: ["light", "romantic", "thrilling", "thoughtful", "dark"],
  airing: ["finished", "airing"],
} as const;
export type MoodName = keyof typeof MOOD_CHOICES;
type Choice<Name extends MoodName> = (typeof MOOD_CHOICES)[Name][number];
export type Mood = { [Name in MoodName]?: Choice<Name> | undefined };

export const MOOD_NAMES = Object.keys(MOOD_CHOICES) as MoodName[];

/** Every choice, with its bit in the set of a title's moods. */
export const MOODS = MOOD_NAMES.flatMap((name) =>
  MOOD_CHOICES[name].map((choice): [MoodName, string] => [name, choice]),
).map(([name, choice], index) => ({ name, choice, bit: 1 << index }));

export interface MoodFacts {
  episodes: number | null;
  /** The length of one episode. */
  minutes: number | null;
  year: number | null;
  status: string | null;
  termKeys: readonly string[];
}

const MAX_EVENING_MINUTES = 120;
/** The length of 25 episodes of 24 minutes. */
const MAX_WEEKEND_MINUTES = 600;

const TONES: Record<(typeof MOOD_CHOICES.tone)[number], ReadonlySet<string>> = {
  light: terms("comedy, slice of life", "iyashikei, cgdct, gag humor, parody, pets, childcare"),
  romantic: terms("romance, boys love, girls love", "love polygon, love status quo"),
  thrilling: terms("action, adventure, sports", "martial arts, racing, mecha, super power"),
  thoughtful: terms("drama, mystery, avant garde", "historical, detective, adult cast"),
  dark: terms("horror, suspense", "psychological, gore, survival, high stakes game"),
};

function terms(genres: string, themes: string): ReadonlySet<string> {
  return new Set([
    ...genres.split(", ").map((name) => `genre:${name}`),
    ...themes.split(", ").map((name) => `theme:${name}`),
  ]);
}

/** The moods that a title suits, as a set of bits. */
export function moodsOf(facts: MoodFacts): number {
  const suited: Record<MoodName, readonly (string | null)[]> = {
    length: [lengthOf(facts)],
    era: [eraOf(facts.year)],
    tone: MOOD_CHOICES.tone.filter((tone) => facts.termKeys.some((key) => TONES[tone].has(key))),
    airing: [airingOf(facts.status)],
  };
  return MOODS.reduce(
    (bits, { name, choice, bit }) => (suited[name].includes(choice) ? bits | bit : bits),
    0,
  );
}

/** Whether moods that `moodsOf` returned suit every choice that was made. */
export function suitsMood(moods: number, mood: Mood): boolean {
  return MOODS.every(({ name, choice, bit }) => mood[name] !== choice || (moods & bit) !== 0);
}

function lengthOf({ episodes, minutes }: MoodFacts): Choice<"length"> | null {
  if (episodes === null || minutes === null || episodes * minutes === 0) return null;
  const total = episodes * minutes;
  if (total <= MAX_EVENING_MINUTES) return "evening";
  return total <= MAX_WEEKEND_MINUTES ? "weekend" : "long";
}

function eraOf(year: number | null): Choice<"era"> | null {
  if (year === null) return null;
  if (year < 2000) return "classic";
  if (year < 2010) return "2000s";
  return year < 2020 ? "2010s" : "2020s";
}

function airingOf(status: string | null): Choice<"airing"> | null {
  if (status === "Finished Airing") return "finished";
  return status === "Currently Airing" ? "airing" : null;
}
