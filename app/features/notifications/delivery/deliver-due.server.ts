import { eq } from "drizzle-orm";
import { gatherCalls } from "~/concurrency/gather-calls";
import { mapLimited } from "~/concurrency/map-limited";
import { openTarget } from "~/features/notifications/channels/channel-target.server";
import { dropDeliveries } from "~/features/notifications/channels/channels.server";
import { createMailSender } from "~/providers/mail/mail-sender.server";
import { MAX_CONNECTIONS, type Mailer } from "~/providers/mail/mailer.server";
import { isProgramKind } from "~/features/notifications/notification-kinds";
import type { Viewer } from "~/features/catalog/visibility.server";
import type { SendOutcome } from "~/providers/channels/send-outcome";
import { sendToChannel } from "~/providers/channels/send.server";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import type { Keyring } from "~/secrets/keyring.server";
import type { Database } from "~db/client.server";
import { channels } from "~db/schema";
import { channelSender } from "./channel-sender.server";
import { composeNoticeMail } from "./compose-mail";
import {
  composeMessage,
  groupMessages,
  type DueEvent,
  type DueMessage,
  type Reader,
} from "./compose";
import {
  claimMessages,
  dropEvents,
  hold,
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
import { digestTime, sendTime, type Digest, type QuietHours } from "./send-time";

export interface DeliveryTools {
  db: Database;
  keyring: Keyring;
  outbound: Pick<Outbound, "fetch">;
  /** Sends email; null without `SMTP_URL`. */
  mailer: Mailer | null;
  /** The milliseconds without use after which a device that asks who is watching locks. */
  lockAfterMs: number;
  /** The titles that visitors see; webhooks of the site are told of no others. */
  visitors: Viewer;
  /** The origin of `PUBLIC_URL`; null without one. */
  origin: string | null;
  /** Reads how a user wants messages from the stored preferences. */
  readerOf: (site: unknown) => {
    reader: Reader;
    quiet: QuietHours | null;
    digest: Omit<Digest, "timing">;
  };
}

/** How many channels are sent to at once. */
const CONCURRENCY = 64;
/** No message is begun later, so that events are spread before the next ones are sent. */
const RUN_MS = 20_000;
/** No mail is begun later: few are sent at once, and events would wait for all of them. */
const MAIL_RUN_MS = 5_000;
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
  given: DeliveryTools,
  signal?: AbortSignal,
): Promise<{ sent: number; failed: number }> {
  const total = { sent: 0, failed: 0 };
  const errors: unknown[] = [];
  const tools = createRunTools(given);
  const start = performance.now();
  /** Sends to mailboxes or to other channels, so that neither waits for the other. */
  const deliverAll = async (isMail: boolean, limit: number, durationMs: number) => {
    const isOver = () => signal?.aborted === true || performance.now() >= start + durationMs;
    const run = { ...tools, isOver };
    for (let isDone = false; !isDone && !isOver();) {
      const ids = await listDueChannels(given.db, { isMail });
      isDone = ids.length === 0;
      await mapLimited(ids, limit, async (id) => {
        if (isOver()) return;
        try {
          const { sent, failed } = await deliverTo(run, id);
          total.sent += sent;
          total.failed += failed;
        } catch (error) {
          errors.push(error);
          await postpone(given.db, id, PUT_OFF_MS);
        }
      });
    }
  };
  // A run that fails ends only once the other has, since the next job would send beside it.
  const passes = await Promise.allSettled([
    deliverAll(false, CONCURRENCY, RUN_MS),
    deliverAll(true, MAX_CONNECTIONS, MAIL_RUN_MS),
  ]);
  for (const pass of passes) if (pass.status === "rejected") errors.push(pass.reason);
  if (errors.length > 0) throw errors[0];
  return total;
}

/** What a run reads and writes, together for the channels that are sent to at once. */
type Run = ReturnType<typeof createRunTools> & { isOver: () => boolean };

function createRunTools(tools: DeliveryTools) {
  const { db, lockAfterMs, visitors, mailer } = tools;
  return {
    ...tools,
    readChannel: gatherCalls((ids: readonly string[]) => readDueChannels(db, ids, lockAfterMs)),
    readEvents: gatherCalls((channels: readonly DueChannel[]) =>
      readDueEvents(db, channels, visitors),
    ),
    claim: gatherCalls((messages: readonly ClaimedMessage[]) =>
      claimMessages(db, messages, lockAfterMs),
    ),
    record: gatherCalls((attempts: readonly Attempt[]) => recordAttempts(db, attempts)),
    sender: channelSender(tools),
    mail: mailer === null ? null : createMailSender(mailer),
  };
}

async function deliverTo(run: Run, id: string) {
  const { db, readerOf, isOver } = run;
  const total = { sent: 0, failed: 0 };
  const channel = await run.readChannel(id);
  if (channel === null) {
    await postpone(db, id, PUT_OFF_MS);
    return total;
  }
  const isMail = channel.kind === "mail";
  if (!channel.isOn || (isMail && run.mail === null)) {
    await dropDeliveries(db, id, "dropped");
    return total;
  }
  const waitMs = isMail && run.mail?.isDown() === true ? MAX_DOWN_MS : channel.retryMs;
  if (waitMs > 0) {
    await postpone(db, id, waitMs);
    return total;
  }
  const { reader, ...times } = readerOf(channel.site);
  const until = heldUntil(channel, times);
  const isDigest = channel.timing !== "now";
  if (until !== null) await hold(db, id, until, { freshOnly: isDigest });
  const { news: due, dropped, isPart } = await run.readEvents(channel);
  await dropEvents(db, id, dropped);
  const news =
    until === null ? due : due.filter((event) => isSentAtOnce(event, { isMail, isDigest }));
  if (until !== null && news.length === 0) return total;
  const end = performance.now() + TURN_MS;
  let { hasFailed } = channel;
  let isRest = isPart;
  const max = channel.kind === "webhook" ? Infinity : isDigest ? 1 : undefined;
  for (const message of groupMessages(news, max)) {
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
  run: Run,
  channel: DueChannel,
  message: DueMessage,
  reader: Reader,
): Promise<MessageOutcome> {
  const { db, claim, record } = run;
  const { id, kind, host } = channel;
  const events = message.groups.flat().map(({ eventId }) => eventId);
  const send = openChannel(run, channel);
  const attempts = await claim({ channelId: id, id: message.id, events });
  if (attempts === null) return "not due";
  const end = (isSent: boolean, status: number | null, problem: string | null) =>
    record({ channelId: id, events, waitMs: null, isSent, status, problem });
  // Attempts that ended with an error of the site's own were not recorded.
  if (attempts > MAX_ATTEMPTS) {
    await end(false, null, "given-up");
    return "failed";
  }
  const outcome = await send(message, reader);
  const { status } = outcome;
  if (outcome.result === "sent") {
    await end(true, status, null);
    return "sent";
  }
  if (outcome.result === "gone") {
    await end(false, status, "gone");
    // A browser that ended its subscription would subscribe anew.
    if (kind === "push") await db.delete(channels).where(eq(channels.id, id));
    else await endChannel(db, channel);
    return "stop";
  }
  const { isDown, retryAfterMs, problem } = outcome;
  if (kind === "mail" && isDown) {
    // A mail server that is down is nothing that the user could mend, so it ends neither.
    const attempt = { channelId: id, events, waitMs: MAX_DOWN_MS, isSent: false, status, problem };
    await record({ ...attempt, isUncounted: true });
    return "stop";
  }
  const waitMs = waitForAttempt(attempts, outcome);
  if (waitMs === null) await end(false, status, "given-up");
  else await record({ channelId: id, events, waitMs, isSent: false, status, problem });
  if (problem === "keys")
    throw new Error(`${host} rejected the keys of this site for push services: ${status}.`);
  const retryMs = isDown ? (retryAfterMs ?? Math.min(waitMs ?? 0, MAX_DOWN_MS)) : null;
  if (await countFailure(db, id, retryMs)) {
    await endChannel(db, channel);
    return "stop";
  }
  return isDown ? "stop" : "failed";
}

/** Opens what a channel is sent to, which fails before an attempt is counted. */
function openChannel(
  { keyring, sender, mail }: Run,
  { id, email, targetSealed }: DueChannel,
): (message: DueMessage, reader: Reader) => Promise<SendOutcome> {
  if (targetSealed !== null) {
    const target = openTarget(keyring, id, targetSealed);
    return (message, reader) => sendToChannel(sender, target, composeMessage(message, reader));
  }
  if (mail === null || email === null) throw new Error("Mail has no sender or no address.");
  return (message, reader) =>
    mail.send(composeNoticeMail(message, { ...reader, to: email, code: id }));
}

/** The time until which a channel gets nothing but what is sent at once; null for now. */
function heldUntil(
  { timing, waitsSince, now }: DueChannel,
  { quiet, digest }: Omit<ReturnType<DeliveryTools["readerOf"]>, "reader">,
): Date | null {
  if (timing === "now") {
    const time = sendTime(now, quiet);
    return time > now ? time : null;
  }
  // A digest whose time has passed, as while the site was down, is sent as soon as possible.
  const time = digestTime(waitsSince ?? now, { timing, ...digest });
  return time > now ? time : null;
}

/**
 * Whether an event is sent although the channel is held: programs and changes of the account do not
 * wait, nor does an event of a digest that an earlier attempt tried to send.
 */
function isSentAtOnce(
  { kind, messageId }: DueEvent,
  { isMail, isDigest }: { isMail: boolean; isDigest: boolean },
): boolean {
  if (isProgramKind(kind)) return true;
  return (isMail && kind === "account.changed") || (isDigest && messageId !== null);
}
