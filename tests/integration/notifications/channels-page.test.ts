import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Webhook } from "standardwebhooks";
import { MAX_CHANNELS } from "~/features/notifications/channels/channel-forms";
import {
  isKindOf,
  kindsFor,
  NOTIFICATION_KINDS,
} from "~/features/notifications/notification-kinds";
import { action, loader } from "~/routes/account/notification-settings";
import { channels, childLimits } from "~db/schema";
import { startFakeService, type FakeService } from "../../fakes/json-service";
import { testDatabase } from "../../support/database/test-database";
import { catchPageError, createPageCaller, readOutcome } from "../../support/server/call-page";
import { startMailServer } from "../../support/server/mail-server";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const mailServer = await startMailServer();
const { db, sql } = database;
const PATH = "/settings/notifications";
const PRIVATE =
  "This address is private. The people who run the site can allow it with LOCAL_HOSTS.";
const WEBHOOK = { intent: "add", kind: "webhook", name: "Home", url: "https://hooks.example.org/" };

let user: SignedInClient;
let service: FakeService;
let callPage: ReturnType<typeof createPageCaller>;

beforeEach(async () => {
  await db.delete(channels);
  user = await createSignedInClient(database);
  service = await startFakeService({});
  onTestFinished(() => service.close());
  callPage = createPageCaller(database, { LOCAL_HOSTS: service.baseUrl.host });
});

interface Answer {
  secret?: string;
  tested?: { outcome: Record<string, unknown> };
  failure?: {
    message: string | null;
    fields: Record<string, string>;
    values: Record<string, string[]>;
  };
}

const read = (by = user) => callPage(loader, PATH, { init: { headers: { cookie: by.cookie } } });
const post = (fields: Record<string, string> | string[][], by = user) => {
  const body = new URLSearchParams(fields);
  const init = { method: "POST", headers: { cookie: by.cookie }, body };
  return readOutcome<Answer>(callPage(action, PATH, { init }));
};
const own = async (by = user) => (await read(by)).channels;
const add = async (fields: Record<string, string> = {}, by = user) => {
  const answer = await post({ ...WEBHOOK, ...fields }, by);
  expect(answer.data.failure).toBeUndefined();
  return { id: (await own(by)).at(-1)?.id ?? "", secret: answer.data.secret ?? "" };
};

describe("adding a channel", () => {
  it.each([
    [{ kind: "ntfy", url: "https://ntfy.sh/my_topic", token: "tk_1" }, "ntfy.sh"],
    [
      { kind: "ntfy", url: "https://ntfy.example.org:8443/a/topic", token: "" },
      "ntfy.example.org:8443",
    ],
    [{ kind: "discord", url: "https://discord.com/api/webhooks/1/abc" }, "discord.com"],
    [{ kind: "telegram", token: "12:ab_C-d", chat: "-1001", url: "" }, "api.telegram.org"],
    [
      { kind: "telegram", token: "12:ab", chat: "@frieren", url: "https://bots.example.org" },
      "bots.example.org",
    ],
    [{ kind: "apprise", url: "https://apprise.example.org/notify/key" }, "apprise.example.org"],
    [{ kind: "webhook", url: "http://hooks.example.org/x?y=1" }, "hooks.example.org"],
  ])("takes %j and shows the host alone", async (fields: Record<string, string>, host) => {
    await add(fields);
    expect(await own()).toMatchObject([
      {
        ...{ kind: fields["kind"], name: "Home", host, state: "on" },
        kinds: fields["kind"] === "webhook" ? kindsFor("webhook") : NOTIFICATION_KINDS,
      },
    ]);
    const [row] = await db.select().from(channels);
    const stored = JSON.stringify(row);
    for (const secret of [fields["token"], new URL(fields["url"] || "x:/").pathname.slice(2)])
      if (secret !== undefined && secret.length > 3) expect(stored).not.toContain(secret);
    const exported = dataOf(await user.send("GET", "/api/user/export"));
    expect(exported).toMatchObject({ channels: [{ name: "Home", host }] });
    expect(JSON.stringify(exported)).not.toContain("target");
  });

  it.each([
    [{ url: "" }, "url", "Enter a URL."],
    [{ url: "hooks" }, "url", /absolute http or https URL/],
    [{ url: "ftp://hooks.example.org/" }, "url", /absolute http or https URL/],
    [{ url: "https://user:pass@hooks.example.org/" }, "url", /./],
    [{ url: "http://127.0.0.1:8000/" }, "url", PRIVATE],
    [{ url: "http://[::1]/" }, "url", PRIVATE],
    [{ url: "http://192.168.1.5:8080/hook" }, "url", PRIVATE],
    [{ url: "http://localhost/" }, "url", PRIVATE],
    [{ url: "http://akari.test/hook" }, "url", "This URL belongs to this site."],
    [{ url: `https://hooks.example.org/${"a".repeat(2_000)}` }, "url", /2,?000/],
    [{ name: " " }, "name", "Enter a name."],
    [{ name: "a".repeat(65) }, "name", /64/],
    [{ kind: "ntfy", url: "https://ntfy.sh/" }, "url", /topic/],
    [{ kind: "ntfy", url: "https://ntfy.sh/a b" }, "url", /topic/],
    [{ kind: "ntfy", url: "https://ntfy.sh/t", token: "a b" }, "token", /token/],
    [{ kind: "telegram", token: "abc", chat: "1" }, "token", /token/],
    [{ kind: "telegram", token: "12:../x", chat: "1" }, "token", /token/],
    [{ kind: "telegram", token: "12:a", chat: "me" }, "chat", /number/],
    [{ kind: "smoke" }, "kind", /./],
  ])("refuses %j and keeps what was typed", async (fields: Record<string, string>, field, text) => {
    const { status, data } = await post({ ...WEBHOOK, ...fields });
    expect(status).toBe(400);
    expect(data.failure?.fields[field]).toMatch(text);
    expect(data.failure?.values["url"] ?? [""]).toEqual([fields["url"] ?? WEBHOOK.url]);
    expect(await own()).toEqual([]);
  });

  it("takes a host in the network that the operator allowed, at its port alone", async () => {
    await add({ url: service.baseUrl.href });
    const other = new URL(service.baseUrl);
    other.port = "1";
    expect((await post({ ...WEBHOOK, url: other.href })).status).toBe(400);
  });

  it("ends at the limit, also for many at once", async () => {
    for (let count = 1; count < MAX_CHANNELS; count += 1) await add();
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(WEBHOOK)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await own()).toHaveLength(MAX_CHANNELS);
    expect((await read()).isFull).toBe(true);
  });

  it("shows a webhook's secret once", async () => {
    const { secret } = await add();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(JSON.stringify(await read())).not.toContain(secret);
    expect(JSON.stringify(await db.select().from(channels))).not.toContain(secret);
  });
});

describe("a channel", () => {
  it("is tested at once, and says how it went", async () => {
    const { id, secret } = await add({ url: service.baseUrl.href });
    expect((await post({ intent: "test", id })).data.tested).toEqual({
      id,
      outcome: { result: "sent", status: 200 },
    });
    const [{ body, headers }] = service.calls as [(typeof service.calls)[number]];
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(verified).toMatchObject({ type: "channel.test" });
    service.faults = [{ status: 404, body: { secret: "of the service" } }];
    const { data } = await post({ intent: "test", id });
    expect(data.tested?.outcome).toMatchObject({ result: "failed", status: 404 });
    expect(JSON.stringify(data)).not.toContain("of the service");
  });

  it("is tested five times a minute", async () => {
    const { id } = await add({ url: service.baseUrl.href });
    for (let count = 0; count < 5; count += 1)
      expect((await post({ intent: "test", id })).status).toBe(200);
    expect((await post({ intent: "test", id })).status).toBe(429);
    expect(service.calls).toHaveLength(5);
  });

  it("is paused, resumed and removed", async () => {
    const { id } = await add();
    expect((await post({ intent: "pause", id })).location).toBe(`${PATH}?done=paused`);
    expect(await own()).toMatchObject([{ state: "paused" }]);
    expect((await post({ intent: "resume", id })).location).toBe(`${PATH}?done=resumed`);
    expect(await own()).toMatchObject([{ state: "on" }]);
    await sql`UPDATE channels SET ended_at = now(), failures = 12, failing_since = now()`;
    expect(await own()).toMatchObject([{ state: "ended" }]);
    await post({ intent: "resume", id });
    expect(await own()).toMatchObject([{ state: "on" }]);
    expect((await post({ intent: "remove", id })).location).toBe(`${PATH}?done=removed`);
    expect(await own()).toEqual([]);
  });

  it("gets another secret, and the one before signs for a day too", async () => {
    const { id, secret } = await add({ url: service.baseUrl.href });
    const renewed = (await post({ intent: "rotate", id })).data.secret ?? "";
    expect(renewed).not.toBe(secret);
    await post({ intent: "test", id });
    const [call] = service.calls;
    for (const known of [secret, renewed])
      expect(
        new Webhook(known).verify(call?.body ?? "", call?.headers as Record<string, string>),
      ).toBeTruthy();
    const ntfy = await add({ kind: "ntfy", url: "https://ntfy.sh/topic" });
    expect((await post({ intent: "rotate", id: ntfy.id })).status).toBe(400);
  });

  it.each(["test", "pause", "resume", "rotate", "remove"])(
    "of another user is not found: %s",
    async (intent) => {
      const { id } = await add();
      const stranger = await createSignedInClient(database);
      expect((await post({ intent, id }, stranger)).status).toBe(404);
      expect((await post({ intent, id: "one" })).status).toBe(400);
      expect(await own()).toMatchObject([{ state: "on" }]);
      expect(service.calls).toEqual([]);
    },
  );

  it("goes with the account", async () => {
    await add();
    await sql`DELETE FROM users WHERE id = ${user.userId}`;
    expect(await db.select().from(channels)).toEqual([]);
  });
});

describe("the check boxes", () => {
  it("say what is shown and sent, and leave other channels alone", async () => {
    const [{ id: first }, { id: second }] = [await add(), await add()];
    const stranger = await createSignedInClient(database);
    const { id: foreign } = await add({}, stranger);
    await post([
      ["intent", "kinds"],
      ["channel", first],
      ["channel", foreign],
      ["kinds", "bell episode.available"],
      ["kinds", `${first} episode.aired`],
      ["kinds", `${first} channel.ended`],
    ]);
    expect((await read()).bell).toEqual(["episode.available", "account.changed"]);
    const kindsOf = async (by = user) => (await own(by)).map(({ kinds }) => kinds);
    expect(await kindsOf()).toEqual([["episode.aired", "channel.ended"], kindsFor("webhook")]);
    expect(await kindsOf(stranger)).toEqual([kindsFor("webhook")]);
    await post([
      ["intent", "kinds"],
      ["channel", second],
    ]);
    expect((await read()).bell).toEqual(["account.changed"]);
    expect(await kindsOf()).toEqual([["episode.aired", "channel.ended"], []]);
  });

  it.each([
    [{ intent: "kinds", kinds: "bell rumour" }],
    [{ intent: "kinds", kinds: "bell" }],
    [{ intent: "kinds", channel: "one" }],
    [{ intent: "none" }],
    [{}],
  ])("refuse the form %j", async (fields: Record<string, string>) => {
    expect((await post(fields)).status).toBe(400);
    const ofMember = { role: "member", isChild: false };
    expect((await read()).bell).toEqual(
      NOTIFICATION_KINDS.filter((kind) => isKindOf(kind, ofMember)),
    );
  });
});

describe("quiet hours", () => {
  const save = (quietFrom: string, quietUntil: string) =>
    post({ intent: "quiet", quietFrom, quietUntil });

  it("are set and removed", async () => {
    expect((await save("22:00", "07:30")).status).toBe(302);
    expect((await read()).quiet).toEqual({ from: "22:00", until: "07:30" });
    await save("", "");
    expect((await read()).quiet).toEqual({ from: "", until: "" });
  });

  it.each([
    ["25:00", "07:00", "quietFrom"],
    ["22:00", "7", "quietUntil"],
    ["22:60", "07:00", "quietFrom"],
    ["22:00", "", "quietUntil"],
    ["", "07:00", "quietFrom"],
  ])("refuse %s to %s", async (from, until, field) => {
    const { status, data } = await save(from, until);
    expect(status).toBe(400);
    expect(Object.keys(data.failure?.fields ?? {})).toEqual([field]);
    expect((await read()).quiet).toEqual({ from: "", until: "" });
  });
});

describe("mail", () => {
  beforeEach(() => {
    callPage = createPageCaller(database, mailServer.environment);
  });
  const mail = async (by = user) => (await own(by)).find(({ kind }) => kind === "mail");

  it("goes to the account's address, with nothing ticked, each day at eight", async () => {
    expect((await read()).mail).toEqual({ timing: "daily", hour: 8 });
    const { email } = user.credentials;
    expect(await mail()).toMatchObject({ host: email, state: "on", kinds: [] });
    const id = (await mail())?.id ?? "";
    const ticks = [
      ["intent", "kinds"],
      ["channel", id],
      ["kinds", `${id} episode.aired`],
    ];
    expect((await post(ticks)).status).toBe(302);
    expect((await post({ intent: "mail", timing: "weekly", digestHour: "23" })).status).toBe(302);
    expect((await read()).mail).toEqual({ timing: "weekly", hour: 23 });
    expect(await mail()).toMatchObject({ kinds: ["episode.aired"] });
    expect(dataOf(await user.send("GET", "/api/user/export"))).toMatchObject({
      channels: [{ kind: "mail", timing: "weekly" }],
    });
  });

  it.each([
    ["hourly", "8", "timing"],
    ["", "8", "timing"],
    ["daily", "24", "digestHour"],
    ["daily", "-1", "digestHour"],
    ["daily", "8.5", "digestHour"],
    ["daily", "", "digestHour"],
  ])("is not sent %j at %j", async (timing, digestHour, field) => {
    await read();
    const { status, data } = await post({ intent: "mail", timing, digestHour });
    expect(status).toBe(400);
    expect(Object.keys(data.failure?.fields ?? {})).toEqual([field]);
    expect((await read()).mail).toEqual({ timing: "daily", hour: 8 });
  });

  it("is tested", async () => {
    const { data } = await post({ intent: "test", id: (await mail())?.id ?? "" });
    expect(data.tested?.outcome).toEqual({ result: "sent", status: 250 });
    const [received] = await mailServer.receive(1, user.credentials.email);
    expect(received?.text).toContain("This is a test from");
  });

  it.each(["pause", "remove", "rotate"])("cannot be changed by “%s”", async (intent) => {
    const id = (await mail())?.id ?? "";
    expect((await post({ intent, id })).status).toBe(404);
    expect(await mail()).toMatchObject({ id, state: "on" });
  });

  it("is none of the channels that a user may have", async () => {
    await mail();
    for (let number = 1; number <= MAX_CHANNELS; number += 1) await add();
    expect(await own()).toHaveLength(MAX_CHANNELS + 1);
    expect((await post(WEBHOOK)).status).toBe(409);
  });

  it("is not offered to a child, or where the site sends none", async () => {
    const child = await createSignedInClient(database);
    await db.insert(childLimits).values({ userId: child.userId, maxRating: "pg" });
    expect((await read(child)).mail.timing).toBeNull();
    expect((await post({ intent: "mail", timing: "now", digestHour: "8" }, child)).status).toBe(
      403,
    );
    await mail();
    callPage = createPageCaller(database, {});
    expect((await read()).mail.timing).toBeNull();
    expect(await own()).toEqual([]);
  });
});

describe("the page", () => {
  it("lets a child choose kinds, and nothing that leaves the site", async () => {
    const child = await createSignedInClient(database);
    await db.insert(childLimits).values({ userId: child.userId, maxRating: "pg" });
    expect((await read(child)).isChild).toBe(true);
    expect((await post({ intent: "kinds" }, child)).status).toBe(302);
    for (const fields of [WEBHOOK, { intent: "remove", id: crypto.randomUUID() }])
      expect((await post(fields, child)).status).toBe(403);
    expect(await db.select().from(channels)).toEqual([]);
  });

  it("is for users", async () => {
    expect(await catchPageError(callPage(loader, PATH))).toMatchObject({
      data: `/signin?returnTo=${encodeURIComponent(PATH)}`,
    });
  });
});
