import type { Endpoint } from "~/http/api/endpoint";
import { ownAccountEndpoints } from "./account";
import { favoritesEndpoint } from "./favorites";
import { preferencesEndpoints } from "./preferences";
import { profileEndpoints } from "./profile";
import { progressEndpoints } from "./progress";
import { searchHistoryEndpoint } from "./search-history";
import { trackingEndpoints } from "./tracking";
import { tokensEndpoint } from "./tokens";
import { watchListEndpoints } from "./watch-list";
import { watchListTransferEndpoints } from "./watch-list-transfer";

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
