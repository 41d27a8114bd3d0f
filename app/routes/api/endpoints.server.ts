import { createApiDispatcher } from "~/http/api-dispatcher.server";
import type { Endpoint } from "~/http/endpoint";
import { accountEndpoints } from "./account";
import { facetsEndpoint } from "./animes-facets";
import { getAnimeEndpoint } from "./animes-get";
import { animesEndpoint, animesFullEndpoint } from "./animes-listing";
import { randomAnimeEndpoint } from "./animes-random";
import { episodeEndpoints } from "./episodes";
import { genresEndpoint, studiosEndpoint } from "./names";
import { openApiEndpoint } from "./open-api";

/** Every address of the JSON API. */
export const endpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  animesFullEndpoint,
  animesEndpoint,
  getAnimeEndpoint,
  randomAnimeEndpoint,
  facetsEndpoint,
  ...episodeEndpoints,
  genresEndpoint,
  studiosEndpoint,
  openApiEndpoint(() => endpoints),
];

export const api = createApiDispatcher(endpoints);
