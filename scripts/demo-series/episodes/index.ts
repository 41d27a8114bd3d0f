import type { Episode } from "../episode";
import { firstLight } from "./first-light";
import { roadEnds } from "./road-ends";

export const EPISODES: readonly Episode[] = [firstLight, roadEnds];
