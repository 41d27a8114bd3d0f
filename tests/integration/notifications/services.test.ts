import { createHash, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { deliverDue } from "~/features/notifications/delivery/deliver-due.server";
import { spreadDueEvents } from "~/features/notifications/spread/spread-events.server";
import { CHANNEL_KINDS } from "~/providers/channels/channel-target";
import { sessions, watchListEntries } from "~db/schema";
import { addAnime } from "../../factories/anime";
import { addTestChannel } from "../../factories/channels";
import { startChannels } from "../../fakes/channels";
import { testDatabase } from "../../support/database/test-database";
import { createDeliveryTools, keyring, makeDue, readLog } from "./delivery-tools";
import { addEvent, addReader } from "./readers";

const database = await testDatabase();
const { db, sql } = database;
/** Titles of characters with four bytes, and of what each service takes for markup or a mention. */
const TITLES = [
  "🌸".repeat(300),
  "葬送のフリーレン".repeat(40),
  "@everyone <@1> <b>bold</b> *[link](https://example.org)* _`code`_ ".repeat(6),
  "\\".repeat(400),
  ...Array.from({ length: 12 }, (_, index) => `${"🌸".repeat(200)} ${index}`),
];

let services: Awaited<ReturnType<typeof startChannels>>;
let channels: Map<string, string>;

beforeEach(async () => {
  await sql`TRUNCATE animes, users, outbox_events, sessions CASCADE`;
  for (const [index, title] of TITLES.entries()) await addAnime(db, { mal_id: index + 1, title });
  services = await startChannels();
  onTestFinished(() => services.close());
  const userId = await addReader(db, 1);
  await db.insert(watchListEntries).values(
    TITLES.slice(1).map((_, index) => ({
      ...{ userId, animeMalId: index + 2, state: "watching" as const },
    })),
  );
  const sessionHash = randomUUID();
  await db.insert(sessions).values({
    ...{ idHash: sessionHash, userId, device: "Firefox", address: "192.0.2.1" },
    expiresAt: new Date(Date.now() + 60_000),
  });
  channels = new Map();
  for (const kind of CHANNEL_KINDS) {
    const target = services.targets[kind];
    const ofBrowser =
      kind === "push"
        ? { sessionHash, targetKey: createHash("sha256").update(target.url).digest("base64url") }
        : {};
    channels.set(kind, await addTestChannel(db, keyring, { userId, target, ...ofBrowser }));
  }
});

async function send(titles: readonly number[]) {
  for (const animeMalId of titles) await addEvent(db, { animeMalId, episode: 1 });
  await spreadDueEvents(db);
  await makeDue(db);
  return deliverDue(createDeliveryTools(db, { LOCAL_HOSTS: services.host }));
}

describe("every service", () => {
  it.each([1, 2, 3, 4])("takes a message about title %i, by its documented limits", async (id) => {
    expect(await send([id])).toEqual({ sent: CHANNEL_KINDS.length, failed: 0 });
    expect(services.received.map(({ service }) => service).sort()).toEqual(
      [...CHANNEL_KINDS].sort(),
    );
  });

  it("takes the longest message that names several titles", async () => {
    const all = TITLES.map((_, index) => index + 1);
    const { failed } = await send(all);
    expect(failed).toBe(0);
    for (const service of ["ntfy", "discord", "telegram", "apprise", "push"])
      expect(services.received.filter((one) => one.service === service)).toHaveLength(1);
    expect(services.received.filter(({ service }) => service === "webhook")).toHaveLength(16);
  });

  it("shows no one a mention", async () => {
    await send([3]);
    for (const { service, text } of services.received)
      if (service === "discord" || service === "telegram")
        expect(text).not.toMatch(/@everyone|<@1>/);
  });
});

describe("a service", () => {
  it.each([
    ["ntfy", { status: 429, body: { code: 42_901 }, headers: { "retry-after": "600" } }],
    ["discord", { status: 429, body: { retry_after: 600, global: false } }],
    ["telegram", { status: 429, body: { ok: false, parameters: { retry_after: 600 } } }],
    ["apprise", { status: 424, body: { error: "One or more notification could not be sent" } }],
    ["webhook", "silent"],
    ["push", { status: 503 }],
  ] as const)("%s that fails as documented gets its message later", async (kind, fault) => {
    services.faults[kind] = [fault];
    const others = CHANNEL_KINDS.length - 1;
    expect(await send([1])).toEqual({ sent: others, failed: 1 });
    const [waiting] = await readLog(db, channels.get(kind) ?? "");
    const waitMs = (waiting?.dueAt?.getTime() ?? 0) - Date.now();
    if (typeof fault === "object" && fault.status === 429) expect(waitMs).toBeGreaterThan(590_000);
    expect(waiting).toMatchObject({ attempts: 1, sentAt: null });
    await sql`UPDATE channels SET retry_at = NULL`;
    await makeDue(db);
    const tools = createDeliveryTools(db, { LOCAL_HOSTS: services.host });
    expect(await deliverDue(tools)).toEqual({ sent: 1, failed: 0 });
    expect(services.received.filter(({ service }) => service === kind)).toHaveLength(1);
  });
});
