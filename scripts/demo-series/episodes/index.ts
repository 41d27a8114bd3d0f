import type { Episode } from "../episode";
import { firstLight } from "./first-light";
import { roadEnds } from "./road-ends";

/** The demo series "Lantern Road", in order. */
export const EPISODES: readonly Episode[] = [firstLight, roadEnds];
