import { createContext } from "react-router";
import type { Config } from "~/config/config.server";
import type { RateLimitName } from "~/config/rate-limits";
import type { Words } from "~/language/words";
import type { Log } from "~/observability/log.server";
import type { VideoProxy } from "~/media/video/video-proxy.server";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import type { Database, Sql } from "~db/client.server";
import type { AnswerCache } from "~/http/response/cache/answer-cache.server";
import type { OneAtATime } from "~/features/accounts/sign-in/one-at-a-time";
import type { PasswordHasher } from "~/features/accounts/password/password-hasher.server";
import type { SignInThrottle } from "~/features/accounts/sign-in/sign-in-throttle";
import type { ImageProxy } from "~/media/images/proxy/image-proxy.server";
import type { TransformPool } from "~/media/images/transform/transform-pool.server";
import type { SocialPictures } from "~/media/images/titles/social-picture.server";
import type { TitlePictures } from "~/media/images/titles/title-pictures.server";
import type { CoverStore } from "~/media/images/cover-store.server";
import type { OpenIdProvider } from "~/providers/openid/provider.server";
import type { DiskStorage } from "~/media/storage/disk.server";
import type { StoredFiles } from "~/media/storage/stored-files";
import type { RateLimiter } from "~/http/request/rate-limiter";
import type { Remembered } from "~/http/response/cache/remembered.server";
import type { SessionCookie } from "~/http/session/session-cookie.server";

/** The configured things that routes work with. They are built in one place, `app/services.server.ts`. */
export interface Services {
  config: Config;
  log: Log;
  sql: Sql;
  db: Database;
  limiters: Record<RateLimitName, RateLimiter>;
  /** Public answers about the catalog; cleared when the catalog changes. */
  answers: AnswerCache;
  /** The guarded way out to other people's servers. */
  outbound: Outbound;
  videoProxy: VideoProxy;
  sessionCookie: SessionCookie;
  hasher: PasswordHasher;
  throttle: SignInThrottle;
  oneAtATime: OneAtATime;
  /** The identity provider that people may sign in with; null when the operator named none. */
  provider: OpenIdProvider | null;
  /** What pages ask the catalog again and again; cleared when the catalog changes. */
  remembered: Remembered;
  /** Generated covers and banners. */
  covers: CoverStore;
  /** The catalog's own covers and banners. */
  titlePictures: TitlePictures;
  /** Pictures of link previews. */
  socialPictures: SocialPictures;
  /** The processes that decode and encode images. */
  transforms: TransformPool;
  /** Images from elsewhere, by their address. */
  images: ImageProxy;
  /** Uploaded files, for everybody to read. */
  storage: StoredFiles;
  /** Files that this process serves itself, also those from before another storage was chosen. */
  ownFiles: Pick<DiskStorage, "read" | "collectDrafts">;
  /** Resolves when the database answers and its schema is current; rejects otherwise. */
  checkReady(): Promise<void>;
}

/** What the process knows about one request beyond the request itself. */
export interface RequestScope {
  services: Services;
  /** Correlates the response, its `X-Request-Id` and the log lines. */
  requestId: string;
  /** The address by which limiters count: the connection's, or what trusted proxies say; IPv6 as its /64. */
  clientKey: string;
  /** The visitor's address as it is, for the person's own list of sessions. */
  clientAddress: string;
  /** True when the visitor's connection is encrypted, at us or at a trusted proxy. */
  secure: boolean;
  /** The public origin: `PUBLIC_URL`, or what the request's own Host says. */
  origin: string;
  /** Allows this answer's inline scripts under the Content-Security-Policy. */
  nonce: string;
  /** True when the script of a page asks, which shows the answer in place. */
  byScript: boolean;
  /** The language of the answer, for pages; the JSON API speaks English. The root's middleware settles it. */
  words: Words;
  /** Headers that the process adds to the response where the response itself does not set them. */
  headers: Record<string, string>;
}

/** Carries the request's scope through React Router's middleware, loaders and actions. */
export const scopeContext = createContext<RequestScope>();
