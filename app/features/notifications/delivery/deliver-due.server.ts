import { mapLimited } from "~/concurrency/map-limited";
import { openTarget } from "~/features/notifications/channels/channel-target.server";
import { dropDeliveries } from "~/features/notifications/channels/channels.server";
import { sendToChannel } from "~/providers/channels/send.server";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import type { Keyring } from "~/secrets/keyring.server";
import type { Database } from "~db/client.server";
import { composeMessage, groupMessages, type DueMessage, type Reader } from "./compose";
import {
  claimMessage,
  dropEvents,
  listDueChannels,
  postpone,
  readDueChannel,
  readDueEvents,
  recordAttempt,
  type DueChannel,
} from "./due-deliveries.server";
import { countFailure, countSuccess, endChannel } from "./channel-health.server";
import { nextAttempt } from "./retry-times";
import { sendTime, type QuietHours } from "./send-time";

export interface DeliveryTools {
  db: Database;
  keyring: Keyring;
  outbound: Pick<Outbound, "fetch">;
  /** Reads how a user wants messages from the stored preferences. */
  readerOf: (site: unknown) => { reader: Reader; quiet: QuietHours | null };
}

/** How many channels are sent to at once. */
const CONCURRENCY = 16;
/** A channel that cannot be read waits as long, so that others do not wait for it. */
const PUT_OFF_MS = 10 * 60_000;

/**
 * Sends all that is due, and stops early if `signal` is aborted. Returns how many messages were
 * accepted and how many attempts failed. Puts off a channel that throws, and throws its error once
 * the others are done.
 */
export async function deliverDue(
  tools: DeliveryTools,
  signal?: AbortSignal,
): Promise<{ sent: number; failed: number }> {
  const total = { sent: 0, failed: 0 };
  const errors: unknown[] = [];
  for (let isDone = false; !isDone && signal?.aborted !== true;) {
    const ids = await listDueChannels(tools.db);
    isDone = ids.length === 0;
    await mapLimited(ids, CONCURRENCY, async (id) => {
      if (signal?.aborted === true) return;
      try {
        const { sent, failed } = await deliverTo(tools, id, signal);
        total.sent += sent;
        total.failed += failed;
      } catch (error) {
        errors.push(error);
        await postpone(tools.db, id, new Date(Date.now() + PUT_OFF_MS));
      }
    });
  }
  if (errors.length > 0) throw errors[0];
  return total;
}

async function deliverTo(tools: DeliveryTools, id: string, signal?: AbortSignal) {
  const { db, readerOf } = tools;
  const total = { sent: 0, failed: 0 };
  const channel = await readDueChannel(db, id);
  if (channel === null) return total;
  if (!channel.isOn) {
    await dropDeliveries(db, id, "dropped");
    return total;
  }
  const { reader, quiet } = readerOf(channel.site);
  const now = new Date();
  const time = sendTime(now, quiet);
  if (time > now) {
    await postpone(db, id, time);
    return total;
  }
  const { news, dropped } = await readDueEvents(db, channel);
  await dropEvents(db, id, dropped);
  for (const message of groupMessages(news, { isProgram: channel.kind === "webhook" })) {
    if (signal?.aborted === true) break;
    const isSent = await deliverMessage(tools, channel, message, reader);
    if (isSent === null) continue;
    if (isSent) total.sent += 1;
    else {
      total.failed += 1;
      // What else is due waits as long as the message that failed.
      break;
    }
  }
  return total;
}

/** Returns whether the service accepted the message; null if it is not to be sent any more. */
async function deliverMessage(
  { db, keyring, outbound }: DeliveryTools,
  { id, userId, targetSealed }: DueChannel,
  message: DueMessage,
  reader: Reader,
): Promise<boolean | null> {
  const events = message.groups.flat().map(({ eventId }) => eventId);
  const target = openTarget(keyring, id, targetSealed);
  const attempts = await claimMessage(db, id, { id: message.id, events });
  if (attempts === null) return null;
  const outcome = await sendToChannel(outbound, target, composeMessage(message, reader));
  const { status } = outcome;
  if (outcome.result === "sent") {
    await recordAttempt(db, id, events, { dueAt: null, isSent: true, status, problem: null });
    await countSuccess(db, id);
    return true;
  }
  if (outcome.result === "gone") {
    await recordAttempt(db, id, events, { dueAt: null, isSent: false, status, problem: "gone" });
    await endChannel(db, { id, userId });
    return false;
  }
  const dueAt = nextAttempt(attempts, new Date(), outcome);
  const problem = dueAt === null ? "given-up" : outcome.problem;
  await recordAttempt(db, id, events, { dueAt, isSent: false, status, problem });
  if (dueAt !== null) await postpone(db, id, dueAt);
  if (await countFailure(db, id)) await endChannel(db, { id, userId });
  return false;
}
