import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { deliverDue } from "~/features/notifications/delivery/deliver-due.server";
import {
  EVENT_KINDS,
  isProgramKind,
  WEBHOOK_KINDS,
} from "~/features/notifications/notification-kinds";
import { entryFacts } from "~/features/watch-list/entry-facts.server";
import { UNLISTED } from "~/features/watch-list/tracking/tracked-entry";
import { createWebhookSecret } from "~/providers/channels/webhook";
import { channels, notifications, outboxEvents } from "~db/schema";
import { addTestChannel } from "../../factories/channels";
import { startFakeService, type FakeService } from "../../fakes/json-service";
import { FIRST_MARKED, MARKER, plantTitles, VISIBLE_IDS } from "../../support/crawl/marked-titles";
import { testDatabase } from "../../support/database/test-database";
import { readMail, startMailServer } from "../../support/server/mail-server";
import { createDeliveryTools, keyring } from "./delivery-tools";
import { addReader } from "./readers";

const database = await testDatabase();
const { db, sql } = database;
const mailServer = await startMailServer();
const VISIBLE = VISIBLE_IDS[0] ?? 0;
/** The kinds that are about a title. */
const KINDS = EVENT_KINDS.filter(
  (kind) => !/^(?:account|channel|child|import|job|search)\./.test(kind),
);

let service: FakeService;

beforeAll(async () => {
  const ids = [FIRST_MARKED];
  await plantTitles(db, { ids, listed: ids, markedFields: () => ({ rating: "Rx - Hentai" }) });
});
beforeEach(async () => {
  await sql`TRUNCATE users, outbox_events, channels CASCADE`;
  mailServer.mails.length = 0;
  service = await startFakeService({ ok: true });
  onTestFinished(() => service.close());
});

/** Sends each kind of a title that is mature, and of one that is not, to a channel of each kind. */
async function sendEverything(parentalControl: boolean) {
  const userId = await addReader(db, VISIBLE, { parentalControl });
  await sql`UPDATE users SET email = 'faye@akari.test', email_key = 'faye@akari.test'`;
  const url = (path: string) => new URL(path, service.baseUrl).href;
  const hook = { kind: "webhook", secret: createWebhookSecret(), previous: null } as const;
  await addTestChannel(db, keyring, { userId, target: { ...hook, url: url("own") } });
  await addTestChannel(db, keyring, { userId: null, target: { ...hook, url: url("site") } });
  for (const target of [
    { kind: "ntfy", url: url("topic"), token: null },
    { kind: "discord", url: url("discord") },
    { kind: "telegram", url: url("telegram"), token: "1:a", chat: "1" },
    { kind: "apprise", url: url("apprise") },
  ] as const)
    await addTestChannel(db, keyring, { userId, target });
  await db.insert(channels).values({
    ...{ id: randomUUID(), userId, kind: "mail", name: "", host: "", timing: "now" },
    kinds: [...EVENT_KINDS],
  });
  for (const kind of KINDS)
    for (const animeMalId of [FIRST_MARKED, VISIBLE]) {
      const own = isProgramKind(kind) ? userId : null;
      const [event] = await db
        .insert(outboxEvents)
        .values({
          ...{ kind, animeMalId, key: randomUUID(), userId: own, spreadAt: new Date() },
          ...(isProgramKind(kind) ? {} : { episode: 1 }),
          data: { ...entryFacts(UNLISTED), changed: [], episodes: [[1, 1]] },
        })
        .returning({ id: outboxEvents.id });
      if (own === null)
        await db
          .insert(notifications)
          .values({ userId, eventId: event?.id ?? 0, animeMalId, dueAt: new Date(0) });
    }
  await sql`
    INSERT INTO deliveries (channel_id, event_id, due_at)
    SELECT c.id, o.id, now() FROM channels c CROSS JOIN outbox_events o
    WHERE c.kind <> 'webhook' OR o.kind = ANY(${[...WEBHOOK_KINDS]}::text[])`;
  const environment = { ...mailServer.environment, LOCAL_HOSTS: service.baseUrl.host };
  expect((await deliverDue(createDeliveryTools(db, environment))).failed).toBe(0);
  expect(await sql`SELECT FROM deliveries WHERE due_at IS NOT NULL`).toHaveLength(0);
  const mails = mailServer.mails.map((mail) => ["mail", JSON.stringify(readMail(mail))]);
  // A message to ntfy names its topic in the body.
  const nameOf = (path: string) => /^\/api\/(\w+)/.exec(path)?.[1] ?? "ntfy";
  return [...service.calls.map(({ path, body }) => [nameOf(path), body]), ...mails];
}

const RECEIVERS = ["apprise", "discord", "mail", "ntfy", "own", "site", "telegram"];
const receiversOf = (messages: (string | undefined)[][], text: string) =>
  [...new Set(messages.filter(([, body]) => body?.includes(text)).map(([to]) => to))].sort();

it("tells nothing of mature titles to anyone with parental control", async () => {
  const messages = await sendEverything(true);
  expect(receiversOf(messages, String(VISIBLE))).toEqual(RECEIVERS);
  expect(receiversOf(messages, MARKER)).toEqual([]);
  expect(receiversOf(messages, String(FIRST_MARKED))).toEqual([]);
});

it("tells of them without, and never by a webhook of the site", async () => {
  const messages = await sendEverything(false);
  expect(receiversOf(messages, MARKER)).toEqual(RECEIVERS.filter((name) => name !== "site"));
});
