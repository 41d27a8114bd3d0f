// @module-tag rest
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, inject, it, onTestFinished } from "vitest";
import { deliverDue } from "~/features/notifications/delivery/deliver-due.server";
import { createWebhookSecret } from "~/providers/channels/webhook";
import { deliveries } from "~db/schema";
import { addAnime } from "../../factories/anime";
import { addTestChannel } from "../../factories/channels";
import { startFakeService, type FakeService } from "../../fakes/json-service";
import { testDatabase } from "../../support/database/test-database";
import { createDeliveryTools, keyring, makeDue, readLog } from "./delivery-tools";
import { addEvent, addReader } from "./readers";

const database = await testDatabase();
const { db, sql } = database;
const TITLE = 1;

let service: FakeService;

beforeEach(async () => {
  await sql`TRUNCATE animes, users, outbox_events, jobs, job_runs CASCADE`;
  await addAnime(db, { mal_id: TITLE, title: "Frieren" });
  service = await startFakeService({ ok: true });
  onTestFinished(() => service.close());
});

/** A process that sends what is due, until it is killed. */
async function startChild() {
  const child = spawn(process.execPath, [join(inject("commands"), "jobs-child.js")], {
    env: {
      ...process.env,
      AKARI_DATABASE: JSON.stringify(database.options),
      LOCAL_HOSTS: service.baseUrl.host,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return async () => {
    child.kill("SIGKILL");
    await once(child, "close");
  };
}

const isWaiting = async () => {
  const rows = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND query LIKE '%UPDATE deliveries%'`;
  return rows.length;
};

it.each(["is answered", "is marked as sent"])(
  "a message whose process is killed before it %s is sent, with the same id",
  { timeout: 60_000 },
  async (step) => {
    const userId = await addReader(db, TITLE);
    const target = { kind: "webhook", url: service.baseUrl.href, previous: null } as const;
    const channelId = await addTestChannel(db, keyring, {
      ...{ userId, target: { ...target, secret: createWebhookSecret() } },
    });
    await addEvent(db, { animeMalId: TITLE, episode: 5 });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let lock: Promise<unknown> = Promise.resolve();
    if (step === "is answered") service.faults = ["silent"];
    else
      service.onRequest = () => {
        // Its update waits for this lock, with the message accepted.
        lock = db.transaction(async (tx) => {
          const isOwn = eq(deliveries.channelId, channelId);
          await tx.select().from(deliveries).where(isOwn).for("update");
          await held;
        });
      };
    const kill = await startChild();
    await expect.poll(() => service.calls.length, { timeout: 20_000 }).toBe(1);
    if (step !== "is answered") await expect.poll(isWaiting, { timeout: 20_000 }).toBe(1);
    await kill();
    service.onRequest = () => undefined;
    release();
    await lock;
    const tools = createDeliveryTools(db, { LOCAL_HOSTS: service.baseUrl.host });
    // The server notices late that the client of a waiting statement is gone.
    await expect
      .poll(
        async () => {
          await makeDue(db);
          await deliverDue(tools);
          return readLog(db, channelId);
        },
        { timeout: 20_000 },
      )
      .toMatchObject([{ dueAt: null, sentAt: expect.any(Date) as Date, status: 200 }]);
    const ids = service.calls.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
    if (step === "is answered") expect(ids).toHaveLength(2);
  },
);
