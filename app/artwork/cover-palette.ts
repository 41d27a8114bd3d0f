import { hex } from "./kit/color";
import {
  dominant,
  lightOf,
  palette,
  PALETTE_NAMES,
  type Palette,
  type PaletteName,
} from "./kit/palette";
import {
  ANYTHING,
  FAMILIES,
  lightsOf,
  MOTIFS,
  SEASON_PALETTES,
  TITLE_MOTIFS,
  TYPE_MOTIFS,
  type FamilyName,
  type Motif,
} from "./motifs";
import { Random, seedFrom } from "./kit/random";
import type { CoverKind } from "./cover-sizes";

/** Chosen so that neighbours in the rails of the starter catalog differ in scene or palette. */
const EDITION = 131;
const BANNER_SEED = 0x51ed270b;
const TRAILER_SEED = 0x2545f491;

const FAMILY_NAMES = Object.keys(FAMILIES) as FamilyName[];

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

export interface CoverPlan {
  readonly family: FamilyName;
  readonly paletteName: PaletteName;
  readonly palette: Palette;
  readonly seed: number;
}

/**
 * Chooses a plan by genres, themes, season, type and title; the id is the seed. A title's images
 * share the palette, and each is a scene of its own.
 */
export function planCover(subject: CoverSubject, kind: CoverKind = "cover"): CoverPlan {
  const seed = seedFrom(`${EDITION}:${String(subject.malId)}:${subject.title}`);
  const random = new Random(seed);
  const families = new Map<FamilyName, number>();
  const palettes = new Map<PaletteName, number>();
  for (const { motif, weight } of motifsOf(subject)) {
    addWeights(families, motif.families, weight);
    addWeights(palettes, motif.palettes, weight);
  }
  addWeights(palettes, own(SEASON_PALETTES, subject.season ?? "") ?? {}, 0.9);
  const family = random.weighted(sharpened(families)) ?? "mountains";
  const lights = lightsOf(family);
  const suitable = PALETTE_NAMES.filter((name) => lights.includes(lightOf(name)));
  const paletteName =
    random.weighted(suitable.map((name) => [name, 0.02 + (palettes.get(name) ?? 0)] as const)) ??
    "midnight";
  const fade =
    typeof subject.year === "number" && subject.year < 2000
      ? Math.min(1, (2000 - subject.year) / 30)
      : 0;
  const plan = { family, paletteName, palette: palette(paletteName, random, fade), seed };
  if (kind === "cover") return plan;
  const used = [family];
  const suits = (name: FamilyName) =>
    !used.includes(name) && lightsOf(name).includes(lightOf(paletteName));
  const next = () => {
    const others = sharpened(families).filter(([name]) => suits(name));
    const spare = FAMILY_NAMES.filter(suits).map((name) => [name, 1] as const);
    return random.weighted(others) ?? random.weighted(spare) ?? family;
  };
  const banner = next();
  if (kind === "banner") return { ...plan, family: banner, seed: seed ^ BANNER_SEED };
  used.push(banner);
  return { ...plan, family: next(), seed: seed ^ TRAILER_SEED };
}

/** The color that is shown while the image loads, as `#rrggbb`. */
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

/** Imported names may be "constructor". */
function own<T>(entries: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

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
