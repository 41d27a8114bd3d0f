import type { Composition } from "./scene";
import type { FamilyName } from "./motifs";
import { forms, portal, silk, streetlamp } from "./abstracts";
import { pitch, speedway } from "./arena";
import { celestial, sigil, wish } from "./cosmos";
import { blades, hero, northern, street } from "./figures";
import { forest, islands, mountains, sea } from "./landscapes";
import { clash, mecha, sports } from "./motion";
import { gothic, school, shrine, skyline } from "./places";
import { ascent, facade, lighthouse } from "./nights";
import { pop } from "./playful";
import { lanternRoad } from "./roads";
import { music } from "./sound";
import { botanical, lanterns, petals, table } from "./quiet";

/** The drawing of each family. */
export const COMPOSITIONS: Readonly<Record<FamilyName, Composition>> = {
  mountains,
  sea,
  islands,
  forest,
  skyline,
  school,
  gothic,
  shrine,
  celestial,
  sigil,
  wish,
  clash,
  sports,
  mecha,
  music,
  petals,
  botanical,
  lanterns,
  table,
  portal,
  streetlamp,
  silk,
  forms,
  pop,
  hero,
  blades,
  street,
  pitch,
  speedway,
  northern,
  facade,
  lighthouse,
  ascent,
  lanternRoad,
};

/** Notes and clocks must not be mirrored. */
export const HANDED: ReadonlySet<FamilyName> = new Set(["music"]);
