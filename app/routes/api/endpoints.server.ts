import { createApiDispatcher } from "~/http/api/api-dispatcher.server";
import type { Endpoint } from "~/http/api/endpoint";
import { redirectMergedRead } from "./redirect-merged-read.server";
import { oauthEndpoints } from "./account/oauth";
import { sessionEndpoint } from "./account/session";
import { signInEndpoint } from "./account/sign-in";
import { signOutEndpoint } from "./account/sign-out";
import { signUpEndpoint } from "./account/sign-up";
import { creditEndpoints } from "./catalog/credits";
import { episodeEndpoints } from "./catalog/episodes";
import { facetsEndpoint } from "./catalog/facets";
import { getAnimeEndpoint } from "./catalog/get-anime";
import { animesEndpoint, animesFullEndpoint } from "./catalog/listing";
import { genresEndpoint, studiosEndpoint } from "./catalog/names";
import { playbackEndpoint } from "./catalog/playback";
import { randomAnimeEndpoint } from "./catalog/random-anime";
import { scheduleEndpoint } from "./catalog/schedule";
import { seasonalEndpoint } from "./catalog/seasonal";
import { similarEndpoint } from "./catalog/similar";
import { suggestEndpoint } from "./catalog/suggest";
import { suggestAllEndpoint } from "./catalog/suggest-all";
import { topEndpoint } from "./catalog/top";
import { cspReportEndpoint } from "./csp-report";
import { imageProxyEndpoint } from "./media/image-proxy";
import { uploadImageEndpoint } from "./media/upload-image";
import { videoProxyEndpoint } from "./media/video-proxy";
import { openApiEndpoint } from "./open-api";
import { ownAccountEndpoints } from "./user/account";
import { favoritesEndpoint } from "./user/favorites";
import { preferencesEndpoints } from "./user/preferences";
import { profileEndpoints } from "./user/profile";
import { progressEndpoints } from "./user/progress";
import { searchHistoryEndpoint } from "./user/search-history";
import { tokensEndpoint } from "./user/tokens";
import { trackingEndpoints } from "./user/tracking";
import { watchListEndpoints } from "./user/watch-list";
import { watchListTransferEndpoints } from "./user/watch-list-transfer";

const accountEndpoints: readonly Endpoint[] = [
  signUpEndpoint,
  signInEndpoint,
  sessionEndpoint,
  signOutEndpoint,
  ...oauthEndpoints,
];

/** What needs a session. */
export const userEndpoints: readonly Endpoint[] = [
  ...preferencesEndpoints,
  ...profileEndpoints,
  ...watchListEndpoints,
  ...trackingEndpoints,
  ...watchListTransferEndpoints,
  ...progressEndpoints,
  searchHistoryEndpoint,
  favoritesEndpoint,
  ...ownAccountEndpoints,
  tokensEndpoint,
];

const catalogEndpoints: readonly Endpoint[] = [
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

const mediaEndpoints: readonly Endpoint[] = [
  imageProxyEndpoint,
  uploadImageEndpoint,
  videoProxyEndpoint,
];

export const endpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  ...userEndpoints,
  ...catalogEndpoints,
  ...mediaEndpoints,
  cspReportEndpoint,
  openApiEndpoint(() => endpoints),
];

export const api = createApiDispatcher(endpoints, redirectMergedRead);
