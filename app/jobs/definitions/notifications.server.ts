import { visitorDefault } from "~/features/catalog/parental-control";
import { LOCK_AFTER_MS } from "~/features/accounts/household/session-lock.server";
import { areDeliveriesDue } from "~/features/notifications/delivery/due-deliveries.server";
import { deliverDue } from "~/features/notifications/delivery/deliver-due.server";
import {
  areEventsDue,
  spreadDueEvents,
} from "~/features/notifications/spread/spread-events.server";
import { createSiteSettings } from "~/features/site/site-settings.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";
import { deliveryReader } from "~/services/delivery-reader.server";

export const notifications = defineJob({
  name: "notifications",
  plan: JOB_PLANS.notifications,
  payload: NO_PAYLOAD,
  isDue: async ({ database: { db } }) => (await areEventsDue(db)) || areDeliveriesDue(db),
  /** What fails of one part does not keep the other from its work. */
  async work(
    { database: { db }, config, notifications: { keyring, outbound, mailer } },
    { signal },
  ) {
    const { name, defaultLocale } = await createSiteSettings(db, config).read();
    const origin = config.server.publicUrl?.origin ?? null;
    const site = { name, defaultLocale, origin };
    const [spread] = await Promise.allSettled([spreadDueEvents(db, signal)]);
    const delivered = await deliverDue(
      {
        ...{ db, keyring, outbound, mailer, origin, lockAfterMs: LOCK_AFTER_MS },
        visitors: { parentalControl: visitorDefault(config.visitorRating) },
        readerOf: (stored) => deliveryReader(stored, site),
      },
      signal,
    );
    if (spread.status === "rejected") throw spread.reason;
    return { ...spread.value, ...delivered };
  },
});
