import type { RouterContext as ContextKey } from "react-router";
import {
  accountsContext,
  liveContext,
  mediaContext,
  notificationsContext,
  playbackContext,
  servicesContext,
  siteContext,
  uploadsContext,
  watchListContext,
} from "~/http/context";
import { apiRoutesContext } from "~/http/api/api-routes.server";
import { pageRoutesContext } from "~/http/pages/page-routes";
import type { AppServices } from "./app-services";

/** The values that all requests share, by context. */
export function sharedValues(services: AppServices): Map<ContextKey<unknown>, unknown> {
  return new Map<ContextKey<unknown>, unknown>([
    [servicesContext, services.shared],
    [accountsContext, services.accounts],
    [liveContext, services.live],
    [mediaContext, services.media],
    [notificationsContext, services.notifications],
    [playbackContext, services.playback],
    [siteContext, services.site],
    [uploadsContext, services.uploads],
    [pageRoutesContext, services.pageRoutes],
    [apiRoutesContext, services.apiRoutes],
    [watchListContext, services.watchList],
  ]);
}
