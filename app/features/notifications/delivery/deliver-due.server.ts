import { eq } from "drizzle-orm";
import { gatherCalls } from "~/concurrency/gather-calls";
import { mapLimited } from "~/concurrency/map-limited";
import { openTarget } from "~/features/notifications/channels/channel-target.server";
import { dropDeliveries } from "~/features/notifications/channels/channels.server";
import { sendToChannel } from "~/providers/channels/send.server";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import type { Keyring } from "~/secrets/keyring.server";
import type { Database } from "~db/client.server";
import { channels } from "~db/schema";
import { channelSender } from "./channel-sender.server";
import { composeMessage, groupMessages, type DueMessage, type Reader } from "./compose";
import {
  claimMessages,
  dropEvents,
  listDueChannels,
  postpone,
  readDueChannels,
  readDueEvents,
  recordAttempts,
  type Attempt,
  type ClaimedMessage,
  type DueChannel,
} from "./due-deliveries.server";
import { countFailure, countSuccess, endChannel } from "./channel-health.server";
import { MAX_ATTEMPTS, waitForAttempt } from "./retry-times";
import { sendTime, type QuietHours } from "./send-time";

export interface DeliveryTools {
  db: Database;
  keyring: Keyring;
  outbound: Pick<Outbound, "fetch">;
  /** The milliseconds without use after which a device that asks who is watching locks. */
  lockAfterMs: number;
  /** The origin of `PUBLIC_URL`; null without one. */
  origin: string | null;
  /** Reads how a user wants messages from the stored preferences. */
  readerOf: (site: unknown) => { reader: Reader; quiet: QuietHours | null };
}

/** How many channels are sent to at once. */
const CONCURRENCY = 64;
/** No message is begun later, so that events are spread before the next ones are sent. */
const RUN_MS = 20_000;
/** A channel with much to send makes way for others after this time. */
const TURN_MS = 5_000;
/** A channel that cannot be read waits as long, so that others do not wait for it. */
const PUT_OFF_MS = 10 * 60_000;
/** A service that could not be reached is left alone as long at most, unless it asks for more. */
const MAX_DOWN_MS = 5 * 60_000;

/**
 * Sends what is due for a while, and stops early if `signal` is aborted. Returns how many messages
 * were accepted and how many attempts failed. Puts off a channel that throws, and throws its error
 * once the others are done.
 */
export async function deliverDue(
  tools: DeliveryTools,
  signal?: AbortSignal,
): Promise<{ sent: number; failed: number }> {
  const total = { sent: 0, failed: 0 };
  const errors: unknown[] = [];
  const end = performance.now() + RUN_MS;
  const isOver = () => signal?.aborted === true || performance.now() >= end;
  const run = startRun(tools, isOver);
  for (let isDone = false; !isDone && !isOver();) {
    const ids = await listDueChannels(tools.db);
    isDone = ids.length === 0;
    await mapLimited(ids, CONCURRENCY, async (id) => {
      if (isOver()) return;
      try {
        const { sent, failed } = await deliverTo(run, id);
        total.sent += sent;
        total.failed += failed;
      } catch (error) {
        errors.push(error);
        await postpone(tools.db, id, PUT_OFF_MS);
      }
    });
  }
  if (errors.length > 0) throw errors[0];
  return total;
}

/** What a run reads and writes, together for the channels that are sent to at once. */
type Run = ReturnType<typeof startRun>;

function startRun(tools: DeliveryTools, isOver: () => boolean) {
  const { db, lockAfterMs } = tools;
  return {
    ...tools,
    isOver,
    readChannel: gatherCalls((ids: readonly string[]) => readDueChannels(db, ids, lockAfterMs)),
    readEvents: gatherCalls((channels: readonly DueChannel[]) => readDueEvents(db, channels)),
    claim: gatherCalls((messages: readonly ClaimedMessage[]) =>
      claimMessages(db, messages, lockAfterMs),
    ),
    record: gatherCalls((attempts: readonly Attempt[]) => recordAttempts(db, attempts)),
    sender: channelSender(tools),
  };
}

async function deliverTo(run: Run, id: string) {
  const { db, readerOf, isOver } = run;
  const total = { sent: 0, failed: 0 };
  const channel = await run.readChannel(id);
  if (channel === null) return total;
  if (!channel.isOn) {
    await dropDeliveries(db, id, "dropped");
    return total;
  }
  const { reader, quiet } = readerOf(channel.site);
  const now = new Date();
  const wait = Math.max(channel.retryMs, sendTime(now, quiet).getTime() - now.getTime());
  if (wait > 0) {
    await postpone(db, id, wait);
    return total;
  }
  const { news, dropped, isPart } = await run.readEvents(channel);
  await dropEvents(db, id, dropped);
  const end = performance.now() + TURN_MS;
  let { hasFailed } = channel;
  let isRest = isPart;
  for (const message of groupMessages(news, { isProgram: channel.kind === "webhook" })) {
    if (isOver() || performance.now() >= end) {
      isRest = true;
      break;
    }
    const outcome = await deliverMessage(run, channel, message, reader);
    if (outcome === "sent") {
      total.sent += 1;
      if (hasFailed) await countSuccess(db, id);
      hasFailed = false;
    } else if (outcome !== "not due") {
      total.failed += 1;
      hasFailed = true;
    }
    isRest ||= outcome === "stop" || outcome === "not due";
    if (outcome === "stop") break;
  }
  // What has neither news nor anything to drop would be due for ever.
  if (news.length + dropped.length === 0) await postpone(db, id, PUT_OFF_MS);
  else if (isRest) await postpone(db, id, 0);
  return total;
}

/** `stop`: nothing else can be sent to the channel now. */
type MessageOutcome = "sent" | "failed" | "stop" | "not due";

async function deliverMessage(
  { db, keyring, claim, record, sender }: Run,
  { id, userId, kind, host, targetSealed }: DueChannel,
  message: DueMessage,
  reader: Reader,
): Promise<MessageOutcome> {
  const events = message.groups.flat().map(({ eventId }) => eventId);
  const target = openTarget(keyring, id, targetSealed);
  const attempts = await claim({ channelId: id, id: message.id, events });
  if (attempts === null) return "not due";
  const end = (isSent: boolean, status: number | null, problem: string | null) =>
    record({ channelId: id, events, waitMs: null, isSent, status, problem });
  // Attempts that ended with an error of the site's own were not recorded.
  if (attempts > MAX_ATTEMPTS) {
    await end(false, null, "given-up");
    return "failed";
  }
  const outcome = await sendToChannel(sender, target, composeMessage(message, reader));
  const { status } = outcome;
  if (outcome.result === "sent") {
    await end(true, status, null);
    return "sent";
  }
  if (outcome.result === "gone") {
    await end(false, status, "gone");
    // A browser that ended its subscription would subscribe anew.
    if (kind === "push") await db.delete(channels).where(eq(channels.id, id));
    else await endChannel(db, { id, userId });
    return "stop";
  }
  const { isDown, retryAfterMs, problem } = outcome;
  const waitMs = waitForAttempt(attempts, outcome);
  if (waitMs === null) await end(false, status, "given-up");
  else await record({ channelId: id, events, waitMs, isSent: false, status, problem });
  if (problem === "keys")
    throw new Error(`${host} rejected the keys of this site for push services: ${status}.`);
  const retryMs = isDown ? (retryAfterMs ?? Math.min(waitMs ?? 0, MAX_DOWN_MS)) : null;
  if (await countFailure(db, id, retryMs)) {
    await endChannel(db, { id, userId });
    return "stop";
  }
  return isDown ? "stop" : "failed";
}
