import { hex } from "./artwork/kit/colour";
import {
  dominant,
  lightOf,
  palette,
  PALETTE_NAMES,
  type Palette,
  type PaletteName,
} from "./artwork/kit/palette";
import {
  ANYTHING,
  familyOf,
  MOTIFS,
  SEASON_PALETTES,
  TITLE_MOTIFS,
  TYPE_MOTIFS,
  type FamilyName,
  type Motif,
} from "./artwork/motifs";
import { Random, seedFrom } from "./artwork/kit/random";

/** What the artwork of a title is made from; extra fields of an anime do no harm. */
export interface CoverSubject {
  readonly malId: number;
  readonly title: string;
  readonly type?: string | null;
  readonly genres?: readonly string[] | null;
  readonly themes?: readonly string[] | null;
  readonly season?: string | null;
  readonly year?: number | null;
  readonly score?: number | null;
}

/** What was decided for a title before anything is drawn. */
export interface CoverPlan {
  readonly family: FamilyName;
  readonly paletteName: PaletteName;
  readonly palette: Palette;
  readonly seed: number;
}

/** Chooses the family of pictures and the palette of a title: by its genres, themes, season, type and title, with the seed deciding among them. */
export function planCover(subject: CoverSubject): CoverPlan {
  const seed = seedFrom(`${String(subject.malId)}:${subject.title}`);
  const random = new Random(seed);
  const families = new Map<FamilyName, number>();
  const palettes = new Map<PaletteName, number>();
  for (const { motif, weight } of motifsOf(subject)) {
    addWeights(families, motif.families, weight);
    addWeights(palettes, motif.palettes, weight);
  }
  addWeights(palettes, own(SEASON_PALETTES, subject.season ?? "") ?? {}, 0.9);
  const family = random.weighted(sharpened(families)) ?? "mountains";
  const { lights } = familyOf(family);
  const suitable = PALETTE_NAMES.filter((name) => lights.includes(lightOf(name)));
  const paletteName =
    random.weighted(suitable.map((name) => [name, 0.02 + (palettes.get(name) ?? 0)] as const)) ??
    "midnight";
  const fade =
    typeof subject.year === "number" && subject.year < 2000
      ? Math.min(1, (2000 - subject.year) / 30)
      : 0;
  return { family, paletteName, palette: palette(paletteName, random, fade), seed };
}

/** The dominant colour of a title's generated cover and banner as `#rrggbb`, computed without drawing: a background while the picture loads. */
export function coverPalette(subject: CoverSubject): string {
  return hex(dominant(planCover(subject).palette));
}

function motifsOf(subject: CoverSubject): { motif: Motif; weight: number }[] {
  const genres = (subject.genres ?? []).map((genre) => ({ motif: own(MOTIFS, genre), weight: 1 }));
  const themes = (subject.themes ?? []).map((theme) => ({
    motif: own(MOTIFS, theme),
    weight: 1.35,
  }));
  const words = TITLE_MOTIFS.filter(({ word }) => word.test(subject.title)).map((motif) => ({
    motif,
    weight: 1,
  }));
  const said = [...genres, ...themes, ...words].flatMap(({ motif, weight }) =>
    motif === undefined ? [] : [{ motif, weight }],
  );
  const type = own(TYPE_MOTIFS, subject.type ?? "");
  return [
    ...said,
    ...(type === undefined ? [] : [{ motif: type, weight: 1 }]),
    { motif: ANYTHING, weight: said.length === 0 ? 1 : 0.12 },
  ];
}

/** The entry of a table under a name from outside, which may be one that every object has, such as "constructor". */
function own<T>(entries: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Raises the weights to a power: what is said twice should win clearly, and a weak hint rarely. */
function sharpened(weights: ReadonlyMap<FamilyName, number>): (readonly [FamilyName, number])[] {
  return [...weights].map(([name, weight]) => [name, weight ** 1.7] as const);
}

function addWeights<K extends string>(
  sum: Map<K, number>,
  weights: Readonly<Partial<Record<K, number>>>,
  factor: number,
): void {
  for (const [name, weight] of Object.entries(weights) as [K, number][])
    sum.set(name, (sum.get(name) ?? 0) + weight * factor);
}
