import { Webhook } from "standardwebhooks";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { MAX_CHANNELS } from "~/features/notifications/channels/channel-forms";
import { SITE_KINDS } from "~/features/notifications/notification-kinds";
import { action as changeOwn } from "~/routes/account/notification-settings";
import { action, loader } from "~/routes/admin/settings";
import { auditLog, channels } from "~db/schema";
import { startFakeService, type FakeService } from "../../fakes/json-service";
import { testDatabase } from "../../support/database/test-database";
import type { TestAccount } from "../../support/server/account";
import { catchPageError, createPageCaller, readOutcome } from "../../support/server/call-page";
import { createOwner } from "../../support/server/owner";
import { createSignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const PATH = "/admin/settings";
const WEBHOOK = { intent: "add", kind: "webhook", name: "Home", url: "https://hooks.example.org/" };

let owner: TestAccount;
let service: FakeService;
let callPage: ReturnType<typeof createPageCaller>;

beforeAll(async () => {
  owner = await createOwner(database);
});
beforeEach(async () => {
  await db.delete(channels);
  await db.delete(auditLog);
  service = await startFakeService({});
  onTestFinished(() => service.close());
  callPage = createPageCaller(database, { LOCAL_HOSTS: service.baseUrl.host });
});

interface Answer {
  secret?: string;
  tested?: { outcome: Record<string, unknown> };
  failure?: { message: string | null; fields: Record<string, string> };
}

const post = (fields: Record<string, string> | string[][], cookie = owner.cookie) => {
  const init = { method: "POST", headers: { cookie }, body: new URLSearchParams(fields) };
  return readOutcome<Answer>(callPage(action, PATH, { init }));
};
const read = async (cookie = owner.cookie) =>
  (await callPage(loader, PATH, { init: { headers: { cookie } } })).webhooks;
const add = async (fields: Record<string, string> = {}) => {
  const { data } = await post({ ...WEBHOOK, ...fields });
  return { secret: data.secret ?? "", id: (await read()).channels.at(-1)?.id ?? "" };
};
const readLog = async () =>
  (await db.select().from(auditLog)).map(({ action: what, details }) => [what, details]);

describe("the site's webhooks", () => {
  it("are added, tested with their secret, and listed by their hosts", async () => {
    const { id, secret } = await add({ url: service.baseUrl.href });
    expect(await read()).toMatchObject({
      isFull: false,
      channels: [{ id, name: "Home", host: service.baseUrl.host, kinds: [...SITE_KINDS] }],
    });
    const { data } = await post({ intent: "test", id });
    expect(data.tested).toEqual({ id, outcome: { result: "sent", status: 200 } });
    const [call] = service.calls;
    const headers = call?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(call?.body ?? "", headers)).toMatchObject({
      type: "channel.test",
      data: { text: "This is a test from Akari. Notifications arrive here." },
    });
  });

  it("are in the audit log with each change, and without address or secret", async () => {
    const { id } = await add();
    const kinds = ["kinds", `${id} job.failed`];
    for (const form of [
      [["intent", "kinds"], ["channel", id], kinds],
      [["intent", "kinds"], ["channel", id], kinds],
      [
        ["intent", "rotate"],
        ["id", id],
      ],
      [
        ["intent", "pause"],
        ["id", id],
      ],
      [
        ["intent", "resume"],
        ["id", id],
      ],
      [
        ["intent", "remove"],
        ["id", id],
      ],
    ])
      expect((await post(form)).data.failure).toBeUndefined();
    const changes = ["added", "kinds", "rotated", "paused", "resumed", "removed"];
    expect(await readLog()).toEqual(
      changes.map((change) => [`webhook.${change}`, { name: "Home" }]),
    );
    expect((await read()).channels).toEqual([]);
  });

  it("get what they may: nothing of lists, whatever is posted", async () => {
    const { id } = await add();
    const ticks = ["entry.changed", "account.changed", "import.finished"];
    await post([
      ["intent", "kinds"],
      ["channel", id],
      ...ticks.map((kind) => ["kinds", `${id} ${kind}`]),
    ]);
    expect(await db.select({ kinds: channels.kinds }).from(channels)).toEqual([
      { kinds: ["import.finished"] },
    ]);
  });

  it.each([
    [{ kind: "ntfy", url: "https://ntfy.sh/topic" }, "kind"],
    [{ url: "ftp://hooks.example.org/" }, "url"],
    [{ url: "http://192.168.1.20/" }, "url"],
    [{ url: "http://akari.test/hook" }, "url"],
    [{ url: `https://hooks.example.org/${"a".repeat(2_000)}` }, "url"],
    [{ name: "" }, "name"],
    [{ name: "a".repeat(65) }, "name"],
  ])("refuse %j and name the field", async (fields: Record<string, string>, field) => {
    const { status, data } = await post({ ...WEBHOOK, ...fields });
    expect([status, Object.keys(data.failure?.fields ?? {})]).toEqual([400, [field]]);
    expect(await read()).toMatchObject({ channels: [] });
    expect(await readLog()).toEqual([]);
  });

  it.each([
    [{ intent: "other" }, 400],
    [{ intent: "mail", timing: "now", digestHour: "8" }, 400],
    [{ intent: "pause", id: "1" }, 400],
    [{ intent: "pause", id: crypto.randomUUID() }, 404],
  ])("refuse the form %j", async (fields: Record<string, string>, status) => {
    expect((await post(fields)).status).toBe(status);
    expect(await readLog()).toEqual([]);
  });

  it(`are ${MAX_CHANNELS} at most`, async () => {
    await Promise.all(Array.from({ length: MAX_CHANNELS - 1 }, () => post(WEBHOOK)));
    expect((await read()).isFull).toBe(false);
    const last = await Promise.all([post(WEBHOOK), post(WEBHOOK)]);
    expect(last.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await read()).toMatchObject({ isFull: true });
  });

  it("are the owners' alone, and no user's own", async () => {
    const { id } = await add();
    const member = await createSignedInClient(database);
    expect((await catchPageError(read(member.cookie))).status).toBe(404);
    expect((await post({ intent: "remove", id }, member.cookie)).status).toBe(404);
    const init = { method: "POST", headers: { cookie: owner.cookie } };
    const body = new URLSearchParams({ intent: "remove", id });
    const own = callPage(changeOwn, "/settings/notifications", { init: { ...init, body } });
    expect((await readOutcome(own)).status).toBe(404);
    expect((await read()).channels).toHaveLength(1);
  });
});
