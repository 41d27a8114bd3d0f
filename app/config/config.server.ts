import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { parseUrl } from "~/parsing/parse-url";
import { defaultCacheMegabytes } from "./cache-memory";
import type { AllowedHost } from "./allowed-hosts";
import { checkDatabase, remoteDatabase, type RemoteDatabase } from "./database";
import type { OAuthClient } from "./oauth";
import {
  backupBucket,
  checkStorage,
  storageSettings,
  type S3Bucket,
  type StorageSettings,
} from "./storage";
import { CLIENT_LIMIT_DEFAULTS, parseClientLimits, type ClientLimits } from "./client-limits";
import { mailSettings, type MailSettings } from "./mail";
import { projectRoot } from "./project-root";
import {
  isNamedProviderSetting,
  PROVIDER_SETTINGS,
  providerSecrets,
  readProviders,
} from "./provider-settings";
import { readSecretFiles, SECRETS } from "./secret-files";
import { allowedHosts, httpUrl, isRedisUrl, list, postgresUrl, roots } from "./setting-types";
import { siteUrl } from "./site-url";
import { findRemovedSettings, REMOVED_SETTINGS } from "./removed-settings";
import { describeLookalikes, describeUnknown, namesInFile } from "./unknown-settings";
import { parseRateLimits, RATE_LIMIT_DEFAULTS, type RateLimits } from "./rate-limits";

export interface Config {
  production: boolean;
  server: {
    host: string;
    port: number;
    publicUrl: URL | null;
    trustedProxies: readonly string[];
    corsOrigins: readonly string[];
    /** The value of `Strict-Transport-Security`; null for none. */
    hsts: string | null;
    /** Permits reading `/metrics`; without it, only local requests may. */
    metricsToken: string | null;
  };
  dataDir: string;
  /** All instances have the same `dataDir`. */
  isDataShared: boolean;
  /** `remote` is null for the embedded one; `direct` is `remote` without its pooler. */
  database: {
    remote: RemoteDatabase | null;
    direct: RemoteDatabase | null;
    poolSize: number;
  };
  rateLimits: RateLimits;
  clientLimits: ClientLimits;
  /** URL of the store in which all instances count together. Null: each counts by itself. */
  sharedLimits: { url: string | null };
  log: {
    level: "fatal" | "error" | "warn" | "info" | "debug" | "silent";
    /** Statements that take longer are logged; null if none are timed. */
    slowQueryMs: number | null;
  };
  /** The base URL of an OTLP/HTTP receiver. */
  tracing: { endpoint: URL | null };
  outbound: { allow: readonly AllowedHost[] };
  /** The private hosts that users' notifications may be sent to. */
  localHosts: readonly AllowedHost[];
  /** The clients of the image proxy and the video proxy. */
  proxies: "everyone" | "signed-in";
  images: { cacheBytes: number; workers: number };
  /** Memory for all caches of the process together. */
  cacheBytes: number;
  /**
   * `scanMs` is between scans of media folders; 0 for none. Pages may add folders at and below
   * `roots`: anywhere if null, none if empty.
   */
  library: { scanMs: number; roots: readonly string[] | null };
  storage: StorageSettings;
  uploads: { quotaBytes: number };
  /** The bucket that backups are copied to; null without one. */
  backups: { bucket: S3Bucket | null };
  media: MediaSettings;
  jikan: { baseUrl: URL };
  /** Names the newest release; null when it is not to be asked for. */
  updatesUrl: URL | null;
  /** Whether this instance runs jobs, and how many nightly backups stay. */
  jobs: { enabled: boolean; keptBackups: number };
  /** The secrets are null if they are generated in the data folder at the first start. */
  session: { secrets: readonly string[] | null };
  /** Seal the secrets that the database stores, the first one; before the session secrets. */
  secretsKeys: readonly string[];
  bcryptCost: number;
  /** The site's settings take precedence. */
  signUps: "open" | "invite" | "closed";
  /** The highest age rating that visitors see titles of; null without a limit. */
  visitorRating: "g" | "pg" | "pg-13" | "r" | null;
  ownerEmail: string | null;
  mail: MailSettings | null;
  /** The providers, in the order of their buttons. */
  oauthClients: readonly OAuthClient[];
  /** Whether passwords exist: users sign up and in with one, and reset and change it. */
  passwords: boolean;
}

export interface MediaSettings {
  /** Clients with a signed URL, members with one, or everyone. */
  access: "signed" | "members" | "open";
  /** The program's path; if null, it is searched in `searchPath`. */
  ffmpegPath: string | null;
  searchPath: string;
  /** Whether hardware encodes where it can. */
  hardwareEncoding: boolean;
  encodedCacheBytes: number;
  /** Bytes on disk; 0 keeps none. */
  thumbnailsBytes: number;
}

export class ConfigError extends Error {
  override name = "ConfigError";
}

const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce
    .number("must be a port number")
    .int()
    .min(0)
    .max(65535, "must be a port number (0 to 65535)")
    .default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default(".data"),
  DATA_SHARED: z.enum(["true", "false"], "must be true or false").default("false"),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_PASSWORD_FILE: z.string().optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  PUBLIC_URL: httpUrl.optional(),
  TRUSTED_PROXIES: list,
  CORS_ORIGINS: list.refine(
    (origins) => origins.every((origin) => parseUrl(origin)?.origin === origin),
    "must be a comma-separated list of exact origins such as https://example.org",
  ),
  HSTS: z
    .string()
    .regex(
      /^(?:off|max-age=\d{1,10}(?:; includeSubDomains)?(?:; preload)?)$/,
      "must be off, or such as max-age=31536000; includeSubDomains",
    )
    .default("max-age=31536000"),
  RATE_LIMITS: z
    .string()
    .default("")
    .transform((text, context): RateLimits => {
      const parsed = parseRateLimits(text);
      if (typeof parsed === "string") {
        context.addIssue({ code: "custom", message: parsed });
        return RATE_LIMIT_DEFAULTS;
      }
      return parsed;
    }),
  CLIENT_LIMITS: z
    .string()
    .default("")
    .transform((text, context): ClientLimits => {
      const parsed = parseClientLimits(text);
      if (typeof parsed === "string") {
        context.addIssue({ code: "custom", message: parsed });
        return CLIENT_LIMIT_DEFAULTS;
      }
      return parsed;
    }),
  LIMITS_URL: z
    .string()
    .regex(/^rediss?:\/\//, "must start with redis:// or rediss://")
    .refine(isRedisUrl, "must be a URL such as redis://127.0.0.1:6379/0")
    .optional(),
  METRICS_TOKEN: z.string().min(16, "needs at least 16 characters").optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  SLOW_QUERY_MS: z.coerce
    .number("must be a number of milliseconds")
    .int("must be a whole number of milliseconds")
    .min(1, "must be at least 1")
    .max(60_000, "must be at most 60000")
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  SESSION_SECRET: list.refine(
    (secrets) => secrets.every((secret) => secret.length >= 16),
    "needs at least 16 characters in each of its parts",
  ),
  SECRETS_KEY: list.refine(
    (secrets) => secrets.every((secret) => secret.length >= 32),
    "needs at least 32 characters in each of its parts",
  ),
  BCRYPT_COST: z.coerce
    .number("must be a number")
    .int()
    .min(10, "must be at least 10")
    .max(15, "must be at most 15")
    .default(12),
  OUTBOUND_ALLOW: allowedHosts,
  LOCAL_HOSTS: allowedHosts,
  PROXIES: z.enum(["everyone", "signed-in"], "must be everyone or signed-in").default("everyone"),
  MEDIA_SCAN_MINUTES: z.coerce
    .number("must be a number of minutes from 0 to 1440")
    .int("must be a number of minutes from 0 to 1440")
    .min(0, "must be a number of minutes from 0 to 1440")
    .max(1_440, "must be a number of minutes from 0 to 1440")
    .default(15),
  MEDIA_ROOTS: roots,
  CACHE_MB: z.coerce
    .number("must be a number of megabytes from 16 to 65536")
    .int("must be a whole number of megabytes")
    .min(16, "must be at least 16")
    .max(65_536, "must be at most 65536")
    .default(defaultCacheMegabytes()),
  IMAGE_CACHE_MB: z.coerce
    .number("must be a number of megabytes")
    .int()
    .min(16, "must be at least 16")
    .default(1024),
  IMAGE_WORKERS: z.coerce
    .number("must be a number")
    .int()
    .min(1, "must be at least 1")
    .max(64, "must be at most 64")
    .default(Math.min(8, availableParallelism())),
  SIGNUPS: z.enum(["open", "invite", "closed"], "must be open, invite or closed").default("open"),
  VISITOR_RATING: z.enum(["g", "pg", "pg-13", "r"], "must be g, pg, pg-13 or r").optional(),
  OWNER_EMAIL: z.email("must be an email address").optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s]+$/, "must start with smtp:// or smtps://")
    .refine((text) => parseUrl(text) !== null, "must be a URL")
    .optional(),
  MAIL_FROM: z.string().max(200, "may have at most 200 characters").optional(),
  PASSWORDS: z.enum(["on", "off"], "must be on or off").default("on"),
  STORAGE: z.enum(["disk", "ipfs", "s3"], "must be disk, ipfs or s3").default("disk"),
  IPFS_API_URL: httpUrl.optional(),
  IPFS_GATEWAY_URL: httpUrl.optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PUBLIC_URL: httpUrl.optional(),
  S3_BACKUP_BUCKET: z.string().optional(),
  UPDATES_URL: httpUrl.optional(),
  UPLOAD_QUOTA_MB: z.coerce
    .number("must be a number of megabytes")
    .int()
    .min(1, "must be at least 1")
    .default(20),
  MEDIA_ACCESS: z
    .enum(["signed", "members", "open"], "must be signed, members or open")
    .default("signed"),
  FFMPEG_PATH: z.string().optional(),
  PATH: z.string().default(""),
  TRANSCODE_HARDWARE: z.enum(["auto", "off"], "must be auto or off").default("auto"),
  TRANSCODE_CACHE_MB: z.coerce
    .number("must be a number of megabytes")
    .int()
    .min(64, "must be at least 64")
    .default(2048),
  SEEK_PICTURES_MB: z.coerce
    .number("must be a number of megabytes")
    .int()
    .min(0, "must be at least 0")
    .default(1024),
  JIKAN_BASE_URL: httpUrl.default(new URL("https://api.jikan.moe/v4")),
  JOBS: z.enum(["on", "off"], "must be on or off").default("on"),
  BACKUP_KEEP: z.coerce
    .number("must be a number from 1 to 365")
    .int("must be a number from 1 to 365")
    .min(1, "must be a number from 1 to 365")
    .max(365, "must be a number from 1 to 365")
    .default(7),
});

const environmentSchema = variables.superRefine((values, context) => {
  checkStorage(values, context);
  checkDatabase(values, context);
  if (
    values.NODE_ENV === "production" &&
    values.DATABASE_URL !== undefined &&
    values.SESSION_SECRET.length === 0
  ) {
    context.addIssue({
      code: "custom",
      path: ["SESSION_SECRET"],
      message:
        "must be set in production with DATABASE_URL, so that all instances accept each other's sessions",
    });
  }
});

/** An empty variable counts as unset, as in a `.env` file. Throws `ConfigError`. */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const { values: given, problems } = readSecretFiles(set, providerSecrets(set));
  problems.unshift(...findRemovedSettings(set));
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  const parsed = environmentSchema.safeParse(given);
  const providers = readProviders(given);
  if (!parsed.success)
    problems.push(
      ...parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`),
    );
  problems.push(...providers.problems);
  if (given["PASSWORDS"] === "off" && providers.clients.length === 0)
    problems.push(
      "PASSWORDS is off, which needs a provider: without one, new users have no way in",
    );
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join("\n"));
  const values = parsed.data;
  return deepFreeze({
    production: values.NODE_ENV === "production",
    server: {
      host: values.HOST,
      port: values.PORT,
      publicUrl: values.PUBLIC_URL ?? null,
      trustedProxies: values.TRUSTED_PROXIES,
      corsOrigins: values.CORS_ORIGINS,
      hsts: values.HSTS === "off" ? null : values.HSTS,
      metricsToken: values.METRICS_TOKEN ?? null,
    },
    dataDir: resolve(values.DATA_DIR),
    isDataShared: values.DATA_SHARED === "true",
    database: {
      remote: remoteDatabase(values.DATABASE_URL, values.DATABASE_PASSWORD_FILE),
      direct: remoteDatabase(values.DATABASE_DIRECT_URL, values.DATABASE_PASSWORD_FILE),
      poolSize: values.DATABASE_POOL_SIZE,
    },
    rateLimits: values.RATE_LIMITS,
    clientLimits: values.CLIENT_LIMITS,
    sharedLimits: { url: values.LIMITS_URL ?? null },
    log: { level: values.LOG_LEVEL, slowQueryMs: values.SLOW_QUERY_MS ?? null },
    tracing: { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null },
    outbound: { allow: values.OUTBOUND_ALLOW },
    localHosts: values.LOCAL_HOSTS,
    proxies: values.PROXIES,
    cacheBytes: values.CACHE_MB * 1024 * 1024,
    library: { scanMs: values.MEDIA_SCAN_MINUTES * 60_000, roots: values.MEDIA_ROOTS },
    images: {
      cacheBytes: values.IMAGE_CACHE_MB * 1024 * 1024,
      workers: values.IMAGE_WORKERS,
    },
    storage: storageSettings(values),
    updatesUrl: values.UPDATES_URL ?? null,
    backups: { bucket: backupBucket(values) },
    uploads: { quotaBytes: values.UPLOAD_QUOTA_MB * 1024 * 1024 },
    media: {
      access: values.MEDIA_ACCESS,
      ffmpegPath: values.FFMPEG_PATH ?? null,
      searchPath: values.PATH,
      hardwareEncoding: values.TRANSCODE_HARDWARE === "auto",
      encodedCacheBytes: values.TRANSCODE_CACHE_MB * 1024 * 1024,
      thumbnailsBytes: values.SEEK_PICTURES_MB * 1024 * 1024,
    },
    jikan: { baseUrl: values.JIKAN_BASE_URL },
    jobs: { enabled: values.JOBS === "on", keptBackups: values.BACKUP_KEEP },
    secretsKeys: values.SECRETS_KEY,
    session: { secrets: values.SESSION_SECRET.length === 0 ? null : values.SESSION_SECRET },
    bcryptCost: values.BCRYPT_COST,
    signUps: values.SIGNUPS,
    visitorRating: values.VISITOR_RATING ?? null,
    ownerEmail: values.OWNER_EMAIL ?? null,
    mail: mailSettings({
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM,
      host: siteUrl({
        publicUrl: values.PUBLIC_URL ?? null,
        host: values.HOST,
        port: values.PORT,
      }).hostname,
    }),
    oauthClients: providers.clients,
    passwords: values.PASSWORDS === "on",
  });
}

/** The names of all settings, with those of files that hold secrets. */
const SETTINGS = [
  ...Object.keys(variables.shape),
  ...PROVIDER_SETTINGS,
  ...SECRETS.map((name) => `${name}_FILE`),
  ...REMOVED_SETTINGS,
];

/**
 * Reads the settings of this process. Throws `ConfigError`, also for a name in the settings file
 * that is no setting: a misspelt `SIGNUPS` would leave the site open to everyone.
 */
export function processConfig(settingsFile = join(projectRoot(), ".env")): Config {
  const names = namesInFile(settingsFile).filter((name) => !isNamedProviderSetting(name));
  const unknown = describeUnknown(names, SETTINGS);
  if (unknown.length > 0) throw new ConfigError(unknown.join("\n"));
  return loadConfig(process.env);
}

/** Warns of each environment variable that looks like a misspelt setting, in a sentence each. */
export function processLookalikes(): string[] {
  const names = Object.keys(process.env).filter((name) => !isNamedProviderSetting(name));
  return describeLookalikes(names, SETTINGS);
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null && !(part instanceof URL))
      deepFreeze(part as object);
  }
  return Object.freeze(value);
}
