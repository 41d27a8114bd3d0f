import { createContext, type RouterContextProvider } from "react-router";
import type { WaitSignal } from "~/concurrency/wait-queue";
import type { AccountServices } from "~/features/accounts/account-services.server";
import type { HouseholdSession } from "~/features/accounts/household/session-lock.server";
import type { Session } from "~/features/accounts/sessions.server";
import type { LiveServices } from "~/features/notifications/live/live-hub.server";
import type { NotificationServices } from "~/features/notifications/notification-services.server";
import type { PlaybackServices } from "~/features/playback/playback-services.server";
import type { SiteServices } from "~/features/site/site-services.server";
import type { UploadServices } from "~/features/uploads/upload-image.server";
import type { WatchListServices } from "~/features/watch-list/watch-list-services.server";
import type { I18n } from "~/i18n/i18n";
import type { CspViolation } from "~/observability/csp-report-log";
import type { RequestLimits } from "~/http/request/request-limits.server";
import type { ResponseCache } from "~/http/response/cache/response-cache.server";
import type { ValueCache } from "~/caching/value-cache";
import type { PasskeyCookie } from "~/http/session/passkey-cookie.server";
import type { ProviderCookies } from "~/http/session/provider-cookies.server";
import type { SessionCookie } from "~/http/session/session-cookie.server";
import type { MediaServices } from "~/media/media-services.server";
import { DEFAULT_VISITOR_SETTINGS, type VisitorSettings } from "~/pages/viewer/visitor-settings";
import type { SharedServices } from "~/services/shared-services";

/** What any request may need. Each area has a context of its own. */
export interface Services extends SharedServices, RequestLimits {
  responseCache: ResponseCache;
  textCache: ValueCache<string>;
  sessionCookie: SessionCookie;
  providerCookies: ProviderCookies;
  passkeyCookie: PasskeyCookie;
  logCspViolation: (violation: CspViolation) => void;
}

export interface RequestMetadata {
  readonly requestId: string;
  readonly clientIp: string;
  /** The client's IP address, for IPv6 its /64 network. */
  readonly clientKey: string;
  /** Whether the client uses https, as a trusted proxy tells for those behind it. */
  readonly secure: boolean;
  /** The origin of `PUBLIC_URL`, or without it of the `Host` header. */
  readonly origin: string;
  readonly isDataRequest: boolean;
  /** Aborts when the client leaves before the end. It costs less than the request's own signal. */
  clientSignal(this: void): WaitSignal;
}

export type RouterContext = Readonly<RouterContextProvider>;

export const servicesContext = createContext<Services>();

// A route imports the context of each area it needs, so its imports show what it depends on.

export const accountsContext = createContext<AccountServices>();

export const liveContext = createContext<LiveServices>();

export const mediaContext = createContext<MediaServices>();

export const notificationsContext = createContext<NotificationServices>();

export const playbackContext = createContext<PlaybackServices>();

export const siteContext = createContext<SiteServices>();

export const uploadsContext = createContext<UploadServices>();

export const watchListContext = createContext<WatchListServices>();

export const requestContext = createContext<RequestMetadata>();

export const responseHeadersContext = createContext<Record<string, string>>();

export const nonceContext = createContext<string>();

/** The JSON API is in English. */
export const i18nContext = createContext<I18n>();

export const visitorSettingsContext = createContext<VisitorSettings>(DEFAULT_VISITOR_SETTINGS);

export const sessionContext = createContext<Promise<Session | null> | null>(null);

/** The request's session, if it is locked. Set once `sessionContext` has resolved to null. */
export const lockedSessionContext = createContext<HouseholdSession | null>(null);

/**
 * The session of pages in `routes/signed-in.tsx`, which are for signed-in users. Rejects when it
 * cannot be read, so that the page's loader or action fails, and not its middleware.
 */
export const signedInContext = createContext<Promise<Session>>();

export interface DueRenewal {
  id: string;
  session: Session;
}

/** The next private response renews this session, if any is due. */
export const sessionRenewalContext = createContext<DueRenewal | null>(null);
