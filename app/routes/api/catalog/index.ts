import type { Endpoint } from "~/http/api/endpoint";
import { creditEndpoints } from "./credits";
import { episodeEndpoints } from "./episodes";
import { facetsEndpoint } from "./facets";
import { getAnimeEndpoint } from "./get-anime";
import { animesEndpoint, animesFullEndpoint } from "./listing";
import { genresEndpoint, studiosEndpoint } from "./names";
import { playbackEndpoint } from "./playback";
import { randomAnimeEndpoint } from "./random-anime";
import { scheduleEndpoint } from "./schedule";
import { seasonalEndpoint } from "./seasonal";
import { similarEndpoint } from "./similar";
import { suggestEndpoint } from "./suggest";
import { suggestAllEndpoint } from "./suggest-all";
import { topEndpoint } from "./top";

export const catalogEndpoints: readonly Endpoint[] = [
  animesFullEndpoint,
  animesEndpoint,
  getAnimeEndpoint,
  randomAnimeEndpoint,
  facetsEndpoint,
  suggestEndpoint,
  suggestAllEndpoint,
  similarEndpoint,
  topEndpoint,
  seasonalEndpoint(),
  scheduleEndpoint(),
  ...creditEndpoints,
  ...episodeEndpoints,
  playbackEndpoint,
  genresEndpoint,
  studiosEndpoint,
];
