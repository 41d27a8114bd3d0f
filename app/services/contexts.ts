import { createContext, type RouterContext as ContextKey } from "react-router";
import type { AccountServices } from "~/features/accounts/account-services.server";
import type { PlaybackServices } from "~/features/playback/playback-services.server";
import type { SiteServices } from "~/features/site/site-services.server";
import type { UploadServices } from "~/features/uploads/upload-image.server";
import type { WatchListServices } from "~/features/watch-list/watch-list-services.server";
import { servicesContext } from "~/http/context";
import type { MediaServices } from "~/media/media-services.server";
import type { ApiRoutes } from "~/http/api/api-routes.server";
import type { PageRoutes } from "~/http/pages/page-routes";
import type { AppServices } from "./app-services";

// A route imports the context of each area it needs, so its imports show what it depends on.

export const accountsContext = createContext<AccountServices>();

export const mediaContext = createContext<MediaServices>();

export const playbackContext = createContext<PlaybackServices>();

export const siteContext = createContext<SiteServices>();

export const uploadsContext = createContext<UploadServices>();

export const pageRoutesContext = createContext<PageRoutes>();

export const apiRoutesContext = createContext<ApiRoutes>();

export const watchListContext = createContext<WatchListServices>();

/** The values that all requests share, by context. */
export function sharedValues(services: AppServices): Map<ContextKey<unknown>, unknown> {
  return new Map<ContextKey<unknown>, unknown>([
    [servicesContext, services.shared],
    [accountsContext, services.accounts],
    [mediaContext, services.media],
    [playbackContext, services.playback],
    [siteContext, services.site],
    [uploadsContext, services.uploads],
    [pageRoutesContext, services.pageRoutes],
    [apiRoutesContext, services.apiRoutes],
    [watchListContext, services.watchList],
  ]);
}
