import { eq, sql } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { visitorDefault } from "~/features/catalog/parental-control";
import { LOCK_AFTER_MS } from "~/features/accounts/household/session-lock.server";
import { loadConfig } from "~/config/config.server";
import type { DeliveryTools } from "~/features/notifications/delivery/deliver-due.server";
import { createNotificationServices } from "~/features/notifications/notification-services.server";
import { createMailer } from "~/providers/mail/mailer.server";
import { createKeyring } from "~/secrets/keyring.server";
import { deliveryReader } from "~/services/delivery-reader.server";
import type { Database } from "~db/client.server";
import { channels, deliveries } from "~db/schema";

export const SITE = {
  ...{ name: "Bebop", defaultLocale: null },
  origin: "https://anime.example.org",
};
export const keyring = createKeyring([], ["a secret of tests that is long enough"]);

/** Makes what a site with this environment sends by, until the test is over. */
export function createDeliveryTools(
  db: Database,
  environment: Record<string, string> = {},
): DeliveryTools {
  const config = loadConfig(environment);
  const mailer = config.mail === null ? null : createMailer(config.mail);
  const { outbound } = createNotificationServices(config, keyring);
  onTestFinished(() => mailer?.close());
  onTestFinished(() => outbound.close());
  return {
    ...{ db, keyring, outbound, mailer, origin: SITE.origin, lockAfterMs: LOCK_AFTER_MS },
    visitors: { parentalControl: visitorDefault(config.visitorRating) },
    readerOf: (stored) => deliveryReader(stored, SITE),
  };
}

/** Makes everything due that waits, but for channels that are left alone. */
export async function makeDue(db: Database): Promise<void> {
  await db
    .update(deliveries)
    .set({ dueAt: sql`now()` })
    .where(sql`due_at IS NOT NULL`);
}

export function readLog(db: Database, channelId: string) {
  return db.select().from(deliveries).where(eq(deliveries.channelId, channelId));
}

export async function readChannel(db: Database, id: string) {
  const [channel] = await db.select().from(channels).where(eq(channels.id, id));
  return channel;
}
