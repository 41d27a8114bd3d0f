import type { AccountServices } from "~/features/accounts/account-services.server";
import type { LiveServices } from "~/features/notifications/live/live-hub.server";
import type { NotificationServices } from "~/features/notifications/notification-services.server";
import type { PlaybackServices } from "~/features/playback/playback-services.server";
import type { SiteServices } from "~/features/site/site-services.server";
import type { UploadServices } from "~/features/uploads/upload-image.server";
import type { WatchListServices } from "~/features/watch-list/watch-list-services.server";
import type { Services } from "~/http/context";
import type { ApiRoutes } from "~/http/api/api-routes.server";
import type { PageRoutes } from "~/http/pages/page-routes";
import type { VisitorPages } from "~/http/pages/visitor-pages.server";
import type { MediaServices } from "~/media/media-services.server";
import type { Metrics } from "~/observability/metrics.server";
import type { LimitStore } from "~/providers/limits/limit-store.server";

/** Everything a process builds once, by the area that builds it. */
export interface AppServices {
  shared: Services;
  accounts: AccountServices;
  live: LiveServices;
  media: MediaServices;
  notifications: NotificationServices;
  playback: PlaybackServices;
  site: SiteServices;
  uploads: UploadServices;
  watchList: WatchListServices;
  pageRoutes: PageRoutes;
  apiRoutes: ApiRoutes;
  visitorPages: VisitorPages;
  metrics: Metrics;
  /** The shared limits, or null when `LIMITS_URL` is unset. */
  limitStore: LimitStore | null;
  /** Rejects until the schema is migrated and while the database does not respond. */
  checkReady(): Promise<void>;
}
