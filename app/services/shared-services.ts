import type { KindCaches } from "~/caching/kind-caches";
import type { Config } from "~/config/config.server";
import type { Log } from "~/observability/log.server";
import type { Mailer } from "~/providers/mail/mailer.server";
import type { Database, Sql } from "~db/client.server";

/** What many areas need, and nothing about requests. */
export interface SharedServices {
  config: Config;
  log: Log;
  sql: Sql;
  db: Database;
  /** Caches what is the same for every user: the catalog. They are cleared when it changes. */
  caches: KindCaches;
  /** Caches what is computed from users' lists, by the version of the list. */
  listCaches: KindCaches;
  /** `wake` lets this process look at the queue of jobs at once. */
  jobs: { wake(): void };
  /** Sends email; null without `SMTP_URL`. */
  mailer: Mailer | null;
}

/** The services that reading the catalog takes. */
export type CatalogTools = Pick<SharedServices, "sql" | "db" | "caches">;
