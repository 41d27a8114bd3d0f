import { createContext, type RouterContextProvider } from "react-router";
import type { Config } from "~/config/config.server";
import type { RateLimitName } from "~/config/rate-limits";
import type { KeyedMutex } from "~/concurrency/keyed-mutex";
import type { Semaphore } from "~/concurrency/semaphore";
import type { WaitSignal } from "~/concurrency/wait-queue";
import type { Session } from "~/features/accounts/sessions.server";
import type { I18n } from "~/i18n/i18n";
import type { CspViolation } from "~/observability/csp-report-log";
import type { Log } from "~/observability/log.server";
import type { Metrics } from "~/observability/metrics.server";
import type { RecentErrors } from "~/observability/recent-errors";
import type { MediaSigner } from "~/media/access/media-signer";
import type { MediaInfo } from "~/media/container/container-info";
import type { MediaWorker } from "~/media/container/media-worker.server";
import type { FilePlayer } from "~/media/playback/file-player.server";
import type { SubtitleTask } from "~/media/playback/subtitles/subtitle-files.server";
import type { VideoProxy } from "~/media/video/video-proxy.server";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import type { Database, Sql } from "~db/client.server";
import type { Replicas } from "~db/read-pool.server";
import type { ResponseCache } from "~/http/response/cache/response-cache.server";
import type { PasswordHasher } from "~/features/accounts/password/password-hasher.server";
import type { SignInThrottle } from "~/features/accounts/sign-in/sign-in-throttle";
import type { SourceCheck } from "~/features/playback/sources/check-source.server";
import type { Caches } from "~/features/site/caches";
import type { ScanRequests } from "~/features/library/scan-requests";
import type { SiteSettingsStore } from "~/features/site/site-settings.server";
import type { ListParser } from "~/features/watch-list/transfer/list-parser.server";
import type { RoomHub } from "~/features/playback/rooms/room-hub.server";
import type { JobQueue } from "~/jobs/job-queue.server";
import type { PageImports } from "~/jobs/page-imports.server";
import type { ImageProxy } from "~/media/images/proxy/image-proxy.server";
import type { TransformPool } from "~/media/images/transform/transform-pool.server";
import type { SocialImages } from "~/media/images/titles/social-images.server";
import type { TitleImages } from "~/media/images/titles/title-images.server";
import type { ArtworkCache } from "~/media/images/artwork-cache.server";
import type { LimitStore } from "~/providers/limits/limit-store.server";
import type { Mailer } from "~/providers/mail/mailer.server";
import type { OpenIdProvider } from "~/providers/openid/provider.server";
import type { DiskStorage } from "~/media/storage/disk.server";
import type { FileStorage } from "~/media/storage/file-storage";
import type { RequestSlots } from "~/http/request/request-slots";
import type { VisitorPages } from "~/http/pages/visitor-pages.server";
import type { RateLimiter } from "~/http/request/rate-limiter";
import type { ValueCache } from "~/http/response/cache/value-cache.server";
import type { ProviderCookies } from "~/http/session/provider-cookies.server";
import type { SessionCookie } from "~/http/session/session-cookie.server";

export interface CatalogTools {
  /** Of replicas where there are any. */
  sql: Sql;
  db: Database;
  catalogCache: ValueCache;
  /** Like `catalogCache`, of listings without what a user hides. */
  ownCache: ValueCache;
}

export interface Services {
  config: Config;
  log: Log;
  metrics: Metrics;
  logCspViolation: (violation: CspViolation) => void;
  sql: Sql;
  db: Database;
  /** For what every user may see the same: the catalog, without rows of users. */
  catalog: CatalogTools;
  /** Null without `DATABASE_READ_URLS`. */
  replicas: Replicas | null;
  limiters: Record<RateLimitName, RateLimiter>;
  /** Null without `LIMITS_URL`. */
  limitStore: LimitStore | null;
  responseCache: ResponseCache;
  outbound: Outbound;
  videoProxy: VideoProxy;
  mediaSigner: MediaSigner;
  filePlayer: FilePlayer;
  sessionCookie: SessionCookie;
  providerCookies: ProviderCookies;
  hasher: PasswordHasher;
  listParser: ListParser;
  mediaProber: MediaWorker<string, MediaInfo>;
  subtitleWorker: MediaWorker<SubtitleTask, Uint8Array>;
  throttle: SignInThrottle;
  signUpMutex: KeyedMutex;
  provider: OpenIdProvider | null;
  /** Null without `SMTP_URL`. */
  mailer: Mailer | null;
  siteSettings: SiteSettingsStore;
  imports: PageImports;
  caches: Caches;
  recentErrors: RecentErrors;
  checkSource: (address: string, signal?: AbortSignal) => Promise<SourceCheck>;
  scanRequests: ScanRequests;
  /** `wake` starts a requested job at once. */
  jobs: { queue: JobQueue; wake(): void };
  catalogCache: ValueCache;
  ownCache: ValueCache;
  /** Numbers of users' lists, by version. */
  listCache: ValueCache;
  textCache: ValueCache;
  visitorPages: VisitorPages;
  artworkCache: ArtworkCache;
  titleImages: TitleImages;
  socialImages: SocialImages;
  transforms: TransformPool;
  images: ImageProxy;
  uploadSlots: Semaphore;
  requestSlots: RequestSlots;
  /** Connected pages of rooms, which last for hours. */
  roomSlots: Semaphore;
  roomHub: RoomHub;
  storage: FileStorage;
  /** Includes files from before another storage was configured. */
  ownFiles: Pick<DiskStorage, "read" | "removeStaleDrafts">;
  /** Also checks the schema. */
  checkReady(): Promise<void>;
}

export interface RequestMetadata {
  readonly requestId: string;
  readonly clientIp: string;
  /** The client's IP address, for IPv6 its /64 network. */
  readonly clientKey: string;
  /** Also behind a trusted proxy. */
  readonly secure: boolean;
  /** From `PUBLIC_URL`, else the `Host` header. */
  readonly origin: string;
  readonly isDataRequest: boolean;
  /** Aborted when the client leaves before the end. Cheaper than the request's own. */
  clientSignal(this: void): WaitSignal;
}

export type RouterContext = Readonly<RouterContextProvider>;

export const servicesContext = createContext<Services>();

export const requestContext = createContext<RequestMetadata>();

export const responseHeadersContext = createContext<Record<string, string>>();

export const nonceContext = createContext<string>();

/** The JSON API is in English. */
export const i18nContext = createContext<I18n>();

export const sessionContext = createContext<Promise<Session | null> | null>(null);

export interface DueRenewal {
  id: string;
  session: Session;
}

/** The next private response renews the session. */
export const sessionRenewalContext = createContext<DueRenewal | null>(null);
