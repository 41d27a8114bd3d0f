import type { Light, PaletteName } from "./kit/palette";

/** What a cover can show, and the lights that suit it. */
export const FAMILIES = {
  mountains: ["night", "dusk", "day"],
  sea: ["night", "dusk", "day", "paper"],
  islands: ["dusk", "day"],
  forest: ["night", "dusk", "day"],
  skyline: ["night", "dusk"],
  school: ["day", "dusk"],
  gothic: ["night"],
  shrine: ["paper", "dusk", "night"],
  celestial: ["night"],
  sigil: ["night"],
  wish: ["night", "dusk"],
  clash: ["night", "dusk"],
  sports: ["dusk", "day"],
  mecha: ["night", "dusk"],
  music: ["night", "dusk"],
  petals: ["day", "dusk", "night"],
  botanical: ["day", "dusk", "night"],
  lanterns: ["night"],
  table: ["day", "dusk"],
  portal: ["night", "dusk"],
  streetlamp: ["night"],
  silk: ["dusk", "night", "day"],
  forms: ["paper"],
  pop: ["day"],
  hero: ["night", "dusk", "day"],
  blades: ["dusk", "night", "paper"],
  street: ["day", "dusk", "night"],
  pitch: ["night", "dusk", "day"],
  speedway: ["night", "dusk"],
  northern: ["night"],
  facade: ["night", "dusk"],
  lighthouse: ["night", "dusk"],
  ascent: ["night", "dusk"],
  lanternRoad: ["night", "dusk"],
} as const satisfies Record<string, readonly Light[]>;

export type FamilyName = keyof typeof FAMILIES;

export function lightsOf(family: FamilyName): readonly Light[] {
  return FAMILIES[family];
}
export type Weights<K extends string> = Readonly<Partial<Record<K, number>>>;

export interface Motif {
  families: Weights<FamilyName>;
  palettes: Weights<PaletteName>;
}

/** Suits any title, above all those with little data. */
export const ANYTHING: Motif = {
  families: {
    mountains: 0.5,
    sea: 0.5,
    botanical: 0.35,
    silk: 0.35,
    forms: 0.3,
    islands: 0.25,
    lanterns: 0.25,
    skyline: 0.3,
    forest: 0.25,
    pop: 0.2,
  },
  palettes: {
    midnight: 0.1,
    twilight: 0.25,
    lagoon: 0.25,
    azure: 0.2,
    meadow: 0.15,
    frost: 0.15,
    autumn: 0.2,
    lavender: 0.2,
    indigo: 0.3,
    washi: 0.3,
    clay: 0.3,
    aurora: 0.1,
  },
};

/** Themes are more specific than genres. */
export const MOTIFS: Readonly<Record<string, Motif>> = {
  Action: {
    families: { clash: 1.3, hero: 1.2, blades: 0.9, skyline: 0.8 },
    palettes: { ember: 1.5, neon: 0.8, steel: 0.8, bloodmoon: 0.5, midnight: 0.6 },
  },
  Adventure: {
    families: { mountains: 1.7, hero: 1.2, sea: 1.1, islands: 1.1, lighthouse: 0.5 },
    palettes: { azure: 1, ember: 0.7, lagoon: 1, grove: 0.8, twilight: 0.6, meadow: 0.4 },
  },
  "Avant Garde": {
    families: { forms: 3.5, silk: 1, portal: 0.4 },
    palettes: { washi: 1.5, indigo: 1.5, clay: 1.5, lavender: 0.4 },
  },
  "Award Winning": { families: {}, palettes: { twilight: 0.5, lagoon: 0.5, washi: 0.4 } },
  "Boys Love": {
    families: { petals: 2, silk: 1.4, sea: 0.8 },
    palettes: { lagoon: 1, lavender: 1, rose: 0.8, azure: 0.6 },
  },
  Comedy: {
    families: { pop: 1.5, street: 0.5, school: 0.3, table: 0.2 },
    palettes: { citrus: 1.2, coral: 1.2, mint: 1.2, azure: 0.7 },
  },
  Drama: {
    families: {
      sea: 1,
      silk: 0.8,
      streetlamp: 0.5,
      facade: 0.4,
      lighthouse: 0.6,
      street: 0.8,
      lanterns: 0.6,
      northern: 0.6,
    },
    palettes: { twilight: 1.2, lagoon: 0.7, autumn: 0.7, lavender: 0.6, noir: 0.4 },
  },
  Ecchi: {
    families: { silk: 1.4, petals: 0.5, sea: 0.6, pop: 0.5 },
    palettes: { coral: 1, rose: 1, sakura: 0.6 },
  },
  Erotica: {
    families: { silk: 4, petals: 0.8 },
    palettes: { velvet: 2, rose: 1.4, lavender: 0.5 },
  },
  Hentai: {
    families: { silk: 3, petals: 1.2, lanterns: 0.6, botanical: 0.6 },
    palettes: { velvet: 2, rose: 1.4, lavender: 0.5 },
  },
  Fantasy: {
    families: { islands: 1.3, forest: 1.2, sigil: 0.8, mountains: 0.8, northern: 0.9, hero: 0.7 },
    palettes: { grove: 1.1, twilight: 1, aurora: 0.9, nebula: 0.7, meadow: 0.5 },
  },
  "Girls Love": {
    families: { petals: 1.8, botanical: 1.2, wish: 0.8, silk: 0.8 },
    palettes: { sakura: 1.2, lavender: 1.4, rose: 0.8 },
  },
  Gourmet: {
    families: { table: 5 },
    palettes: { citrus: 1, coral: 1, autumn: 1, ember: 0.6, mint: 0.4 },
  },
  Horror: {
    families: { gothic: 2, facade: 1.4, portal: 0.7, forest: 0.9, lighthouse: 0.5 },
    palettes: { bloodmoon: 2.4, venom: 1.6, noir: 0.7 },
  },
  Mystery: {
    families: {
      streetlamp: 0.9,
      facade: 1.3,
      portal: 0.8,
      lighthouse: 1,
      ascent: 0.5,
      skyline: 0.6,
      forest: 0.7,
      gothic: 0.5,
    },
    palettes: { noir: 1.6, midnight: 0.8, venom: 0.6, twilight: 0.5 },
  },
  Romance: {
    families: { petals: 2.4, sea: 0.6, lanterns: 0.7 },
    palettes: { sakura: 1.5, rose: 1.5, lavender: 0.9, twilight: 0.6 },
  },
  "Sci-Fi": {
    families: { celestial: 2, skyline: 1.1, portal: 0.5 },
    palettes: { circuit: 1.4, neon: 1, nebula: 0.9, midnight: 0.8, steel: 0.4 },
  },
  "Slice of Life": {
    families: { botanical: 1.3, street: 1.5, school: 0.6, sea: 0.7, table: 0.3, lanterns: 0.4 },
    palettes: { meadow: 1.4, azure: 1, mint: 0.8, autumn: 0.6, sakura: 0.4 },
  },
  Sports: {
    families: { sports: 4, pitch: 2.4 },
    palettes: { azure: 1, ember: 1, coral: 0.9, mint: 0.8, lagoon: 0.7 },
  },
  Supernatural: {
    families: { shrine: 1.2, sigil: 0.9, lanterns: 0.8, forest: 0.9, northern: 0.8, ascent: 0.6 },
    palettes: { nebula: 1.1, aurora: 1, midnight: 0.9, twilight: 0.7 },
  },
  Suspense: {
    families: {
      streetlamp: 0.8,
      facade: 1.2,
      portal: 0.7,
      lighthouse: 0.6,
      skyline: 1,
      forest: 0.5,
    },
    palettes: { noir: 1.4, bloodmoon: 0.9, venom: 0.7, steel: 0.6 },
  },

  "Adult Cast": {
    families: { skyline: 0.7, streetlamp: 0.4 },
    palettes: { noir: 0.3, twilight: 0.3 },
  },
  Anthropomorphic: {
    families: { forest: 1.2, botanical: 1, pop: 0.5 },
    palettes: { meadow: 0.8, mint: 0.6, grove: 0.5 },
  },
  CGDCT: {
    families: { botanical: 1, wish: 0.6, pop: 0.8 },
    palettes: { sakura: 0.8, mint: 0.8, meadow: 0.5 },
  },
  Childcare: { families: { wish: 1.2, botanical: 1 }, palettes: { meadow: 0.8, citrus: 0.6 } },
  "Combat Sports": { families: { clash: 3 }, palettes: { ember: 1.2, bloodmoon: 0.4 } },
  Delinquents: {
    families: { speedway: 0.8, skyline: 1.2, school: 0.8, clash: 0.8 },
    palettes: { ember: 0.9, steel: 0.5 },
  },
  Detective: { families: { streetlamp: 1.6, facade: 1.6, portal: 0.4 }, palettes: { noir: 1.8 } },
  Educational: {
    families: { pop: 1.4, forms: 0.8, wish: 0.6 },
    palettes: { mint: 0.8, citrus: 0.8, indigo: 0.6 },
  },
  "Gag Humor": { families: { pop: 1.6 }, palettes: { citrus: 0.9, coral: 0.8 } },
  Gore: { families: { gothic: 2, clash: 0.8 }, palettes: { bloodmoon: 2.4 } },
  Harem: {
    families: { petals: 0.8, pop: 0.5, school: 0.4 },
    palettes: { sakura: 0.6, coral: 0.5 },
  },
  "High Stakes Game": {
    families: { portal: 1.4, forms: 0.8, skyline: 0.8 },
    palettes: { neon: 0.9, noir: 0.6, velvet: 0.6 },
  },
  Historical: {
    families: { shrine: 1.8, blades: 0.8, mountains: 0.8, sea: 0.5 },
    palettes: { washi: 1.6, autumn: 0.8, clay: 0.8, ember: 0.4 },
  },
  "Idols (Female)": {
    families: { music: 3, wish: 0.5 },
    palettes: { neon: 1, rose: 0.9, nebula: 0.8, lavender: 0.6 },
  },
  "Idols (Male)": { families: { music: 3 }, palettes: { circuit: 0.9, neon: 0.8, midnight: 0.8 } },
  Isekai: {
    families: { islands: 1.8, ascent: 0.7, portal: 0.4, sigil: 1, hero: 0.8 },
    palettes: { azure: 0.7, twilight: 0.6, meadow: 0.5, aurora: 0.5 },
  },
  Iyashikei: {
    families: { botanical: 2.4, sea: 0.9, mountains: 0.6 },
    palettes: { meadow: 1.6, lagoon: 0.7, frost: 0.4 },
  },
  "Love Polygon": { families: { petals: 1.4 }, palettes: { rose: 0.8 } },
  "Mahou Shoujo": {
    families: { wish: 2.6, sigil: 1.6 },
    palettes: { nebula: 1, lavender: 0.9, rose: 0.8 },
  },
  "Martial Arts": {
    families: { clash: 1, blades: 1, hero: 0.6, shrine: 1, mountains: 0.6 },
    palettes: { ember: 1, washi: 0.5 },
  },
  Mecha: {
    families: { mecha: 4, celestial: 0.5 },
    palettes: { steel: 1.2, circuit: 1, ember: 0.7, midnight: 0.6 },
  },
  Military: {
    families: { hero: 0.7, mecha: 0.5, skyline: 0.6, mountains: 0.5, clash: 0.8 },
    palettes: { steel: 1.6 },
  },
  Music: {
    families: {
      music: 2.2,
      silk: 0.9,
      forms: 0.7,
      northern: 0.8,
      sea: 0.6,
      lanterns: 0.6,
      wish: 0.6,
      skyline: 0.5,
      petals: 0.5,
    },
    palettes: {
      neon: 0.8,
      nebula: 0.7,
      twilight: 0.7,
      circuit: 0.5,
      aurora: 0.6,
      lavender: 0.5,
      ember: 0.4,
      lagoon: 0.5,
    },
  },
  Mythology: {
    families: { northern: 0.8, shrine: 1.5, sigil: 0.8, islands: 0.7 },
    palettes: { washi: 0.7, aurora: 0.7, twilight: 0.5 },
  },
  "Organized Crime": {
    families: { skyline: 2, streetlamp: 1.4 },
    palettes: { noir: 1, bloodmoon: 0.6, neon: 0.5 },
  },
  Parody: { families: { pop: 1.2, forms: 0.6 }, palettes: { coral: 0.8, citrus: 0.7 } },
  "Performing Arts": {
    families: { music: 1.2, silk: 1, portal: 0.5 },
    palettes: { velvet: 0.9, twilight: 0.6 },
  },
  Pets: { families: { botanical: 1.4, pop: 0.6 }, palettes: { meadow: 0.9, citrus: 0.6 } },
  Psychological: {
    families: { portal: 0.9, ascent: 1, facade: 0.8, forms: 0.6, streetlamp: 0.4 },
    palettes: { venom: 0.7, noir: 0.8, bloodmoon: 0.5, indigo: 0.4 },
  },
  Racing: { families: { speedway: 5 }, palettes: { ember: 0.6, neon: 0.5, azure: 0.5 } },
  Reincarnation: {
    families: { islands: 1, sigil: 0.9, lanterns: 0.5 },
    palettes: { twilight: 0.6, aurora: 0.5 },
  },
  Samurai: {
    families: { shrine: 1.8, blades: 3 },
    palettes: { washi: 1.5, bloodmoon: 0.6, autumn: 0.6 },
  },
  School: {
    families: { school: 2, street: 1.1 },
    palettes: { azure: 1.2, sakura: 0.7, autumn: 0.5, frost: 0.4 },
  },
  Showbiz: { families: { music: 1, skyline: 0.8 }, palettes: { velvet: 0.8, neon: 0.6 } },
  Space: { families: { celestial: 4 }, palettes: { nebula: 1, midnight: 1.2, circuit: 0.6 } },
  "Strategy Game": {
    families: { forms: 1, sigil: 0.8, clash: 0.4 },
    palettes: { indigo: 0.8, circuit: 0.5 },
  },
  "Super Power": {
    families: { clash: 1.3, hero: 0.9, sigil: 0.8 },
    palettes: { ember: 0.8, neon: 0.5 },
  },
  Survival: {
    families: { hero: 0.6, forest: 1.2, portal: 0.6, mountains: 0.5 },
    palettes: { venom: 0.7, steel: 0.6 },
  },
  "Team Sports": { families: { pitch: 2.6, sports: 1 }, palettes: { azure: 0.6, mint: 0.4 } },
  "Time Travel": {
    families: { portal: 0.8, ascent: 0.9, celestial: 0.8, sigil: 0.6 },
    palettes: { circuit: 0.6, twilight: 0.6 },
  },
  "Urban Fantasy": {
    families: { skyline: 1.6, lanterns: 0.8, streetlamp: 0.5 },
    palettes: { neon: 0.7, nebula: 0.6 },
  },
  Vampire: { families: { gothic: 4 }, palettes: { bloodmoon: 2, nebula: 0.6, midnight: 0.5 } },
  "Video Game": {
    families: { islands: 1.2, sigil: 1, forms: 0.5 },
    palettes: { circuit: 0.9, neon: 0.6, aurora: 0.4 },
  },
  Villainess: {
    families: { gothic: 0.8, petals: 1.2, silk: 0.6 },
    palettes: { velvet: 0.9, rose: 0.6 },
  },
  "Visual Arts": { families: { forms: 1.8, botanical: 0.5 }, palettes: { clay: 0.8, indigo: 0.8 } },
  Workplace: { families: { skyline: 1.4, table: 0.2 }, palettes: { twilight: 0.5, steel: 0.4 } },
};

export const TYPE_MOTIFS: Readonly<Record<string, Motif>> = {
  Music: {
    families: { music: 0.8, silk: 0.3, northern: 0.2 },
    palettes: { neon: 0.3, nebula: 0.3, twilight: 0.2 },
  },
  CM: {
    families: { pop: 0.8, forms: 0.5, table: 0.3 },
    palettes: { citrus: 0.4, mint: 0.4, indigo: 0.3 },
  },
  PV: { families: { forms: 0.4, portal: 0.3, skyline: 0.3 }, palettes: { indigo: 0.3, neon: 0.2 } },
  Movie: {
    families: { mountains: 0.12, sea: 0.12, northern: 0.1 },
    palettes: { twilight: 0.15, lagoon: 0.15 },
  },
};

export const SEASON_PALETTES: Readonly<Record<string, Weights<PaletteName>>> = {
  Winter: { frost: 1, midnight: 0.6, aurora: 0.5, indigo: 0.3 },
  Spring: { sakura: 0.8, meadow: 0.7, rose: 0.4, mint: 0.3 },
  Summer: { azure: 1, lagoon: 0.7, coral: 0.4, mint: 0.4 },
  Fall: { autumn: 1.1, ember: 0.6, clay: 0.5, twilight: 0.3 },
};

export const TITLE_MOTIFS: readonly (Motif & { word: RegExp })[] = [
  {
    // It outweighs any genre: no other motif is as plain a picture of its title.
    word: /\blanterns?\b/i,
    families: { lanternRoad: 60 },
    palettes: { midnight: 12 },
  },
  {
    word: /\b(?:umi|ocean|sea|pirates?|mermaid|island|beach|marine|aqua|one piece)\b/i,
    families: { sea: 3 },
    palettes: { lagoon: 0.8, azure: 0.6 },
  },
  {
    word: /\b(?:hana|flowers?|sakura|rose|roses|bara|garden|blossom)\b/i,
    families: { petals: 2, botanical: 0.8 },
    palettes: { rose: 0.5, sakura: 0.5 },
  },
  {
    word: /\b(?:hoshi|stars?|galaxy|galactic|space|uchuu|ginga|planet|cosmos?|sora)\b/i,
    families: { celestial: 2.4 },
    palettes: { midnight: 0.7, nebula: 0.5 },
  },
  {
    word: /\b(?:tsuki|moon|luna|night|yoru|midnight)\b/i,
    families: { lanterns: 0.8, wish: 0.8 },
    palettes: { midnight: 1.4, nebula: 0.6 },
  },
  {
    word: /\b(?:yuki|snow|fuyu|winter|ice|frozen)\b/i,
    families: { mountains: 1.2, northern: 1 },
    palettes: { frost: 1.8, aurora: 0.5 },
  },
  {
    word: /\b(?:natsu|summer|hanabi|fireworks?)\b/i,
    families: { lanterns: 1, sea: 0.6 },
    palettes: { azure: 0.8 },
  },
  {
    word: /\b(?:mori|forest|woods?|jungle|tree)\b/i,
    families: { forest: 2.4 },
    palettes: { grove: 1.2 },
  },
  {
    word: /\b(?:yama|mountains?|fuji|camp|dragon|ryuu)\b/i,
    families: { mountains: 1.6 },
    palettes: { ember: 0.3, twilight: 0.3 },
  },
  {
    word: /\b(?:machi|city|tokyo|toukyou|town|street|shinjuku)\b/i,
    families: { skyline: 1.8 },
    palettes: { neon: 0.4, twilight: 0.4 },
  },
  {
    word: /\b(?:gundam|robot|macross|mobile suit|machine)\b/i,
    families: { mecha: 2 },
    palettes: { steel: 0.6 },
  },
];
