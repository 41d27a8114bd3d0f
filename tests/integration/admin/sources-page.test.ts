import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { listRuns } from "~/features/site/runs/list-runs.server";
import { action, loader } from "~/routes/admin/sources";
import { auditLog, episodes, episodeSources } from "~db/schema";
import { addAnimeId } from "../../factories/anime-id";
import { startMediaOrigin } from "../../fakes/media-origin";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts } from "../../support/jobs/job-parts";
import { createPageCaller } from "../../support/server/call-page";
import type { TestAccount } from "../../support/server/account";
import { createOwner } from "../../support/server/owner";

const database = await testDatabase();
const { db } = database;
let owner: TestAccount;
let origin: Awaited<ReturnType<typeof startMediaOrigin>>;
let anime = "";
let callPage: ReturnType<typeof createPageCaller>;

beforeAll(async () => {
  owner = await createOwner(database);
  anime = String(await addAnimeId(db, { title: "Trigun" }));
});
beforeEach(async () => {
  await db.delete(episodeSources);
  origin = await startMediaOrigin((request, response) => {
    if (request.url?.startsWith("/gone") === true) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "application/vnd.apple.mpegurl" }).end("#EXTM3U\n");
  });
  callPage = createPageCaller(database, { OUTBOUND_ALLOW: origin.host });
});

const submit = (fields: Record<string, string>, query = "") =>
  callPage(action, `/admin/sources${query}`, {
    init: {
      method: "POST",
      headers: { cookie: owner.cookie },
      body: new URLSearchParams(fields),
    },
  });
const list = (query = "") =>
  callPage(loader, `/admin/sources${query}`, { init: { headers: { cookie: owner.cookie } } });
const add = (fields: Record<string, string>) =>
  submit({
    intent: "add",
    anime,
    episode: "1",
    kind: "sub",
    language: "",
    label: "",
    order: "",
    intro: "",
    outro: "",
    ...fields,
  });
const locationOf = (response: unknown) => (response as Response).headers.get("location");

describe("the sources page", () => {
  it("adds a source that plays, and lists it", async () => {
    const added = await add({ url: `${origin.url}/live.m3u8`, intro: "1:00-2:30", label: "1080p" });
    expect(locationOf(added)).toBe(`/admin/sources?anime=${anime}&done=added`);
    expect(await list(`?anime=${anime}`)).toMatchObject({
      total: 1,
      counts: { ok: 1, dead: 0, unchecked: 0 },
      sources: [{ title: "Trigun", episode: 1, status: "ok", label: "1080p", kind: "sub" }],
    });
    expect(await db.select().from(episodeSources)).toMatchObject([
      { introStart: 60, introEnd: 150, position: 0 },
    ]);
    expect(await db.select().from(auditLog)).toContainEqual(
      expect.objectContaining({ action: "source.added", actorId: owner.userId }),
    );
  });

  it("is filled in with the episode of a link", async () => {
    expect(await list(`?anime=${anime}&episode=7`)).toMatchObject({
      episode: { anime: Number(anime), number: 7, title: { text: "Trigun" } },
    });
    for (const query of [
      "",
      `?anime=${anime}`,
      "?anime=1999999999&episode=7",
      `?anime=${anime}&episode=-1`,
    ])
      expect(await list(query)).toMatchObject({ episode: null });
  });

  it("refuses a source that does not play, unless it is not checked", async () => {
    const url = `${origin.url}/gone.m3u8`;
    expect(await add({ url })).toMatchObject({
      init: { status: 400 },
      data: { failure: { fields: { url: expect.stringMatching(/404/) as string } } },
    });
    await add({ url, unchecked: "yes" });
    expect(await list()).toMatchObject({ counts: { unchecked: 1 } });
  });

  it.each([
    ["anime", ""],
    ["anime", "0"],
    ["episode", ""],
    ["episode", "100001"],
    ["order", "1001"],
    ["url", "ftp://example.org/a.m3u8"],
    ["language", "english!"],
    ["intro", "2:30-1:00"],
    ["kind", "cartoon"],
  ])("refuses %s %j and names the field", async (field, value) => {
    const url = `${origin.url}/live.m3u8`;
    expect(await add({ url, [field]: value })).toMatchObject({
      init: { status: 400 },
      data: { failure: { fields: { [field]: expect.any(String) as string } } },
    });
    expect(await db.$count(episodeSources)).toBe(0);
  });

  it("refuses an unknown title", async () => {
    const refused = await add({ url: `${origin.url}/live.m3u8`, anime: "999999999" });
    expect(refused).toMatchObject({ init: { status: 404 } });
  });

  it("checks one source, and removes one or all dead ones", async () => {
    await add({ url: `${origin.url}/live.m3u8` });
    await add({ url: `${origin.url}/gone.m3u8`, unchecked: "yes" });
    await add({ url: `${origin.url}/gone.m3u8`, unchecked: "yes", episode: "2" });
    const rows = await db.select().from(episodeSources).orderBy(episodeSources.id);
    const idOf = (index: number) => String(rows[index]?.id);
    const alive = await submit({ intent: "check", id: idOf(0) }, "?page=2&status=ok");
    expect(locationOf(alive)).toBe("/admin/sources?status=ok&page=2&done=alive");
    const dead = await submit({ intent: "check", id: idOf(1) });
    expect(locationOf(dead)).toBe("/admin/sources?done=dead");
    expect(await list("?status=dead")).toMatchObject({ total: 1, sources: [{ episode: 1 }] });
    await submit({ intent: "remove-dead" });
    await submit({ intent: "remove", id: idOf(2) });
    expect(await list()).toMatchObject({ total: 1, sources: [{ status: "ok" }] });
    expect(await submit({ intent: "check", id: idOf(1) })).toMatchObject({ init: { status: 404 } });
    expect(await submit({ intent: "remove", id: "x" })).toMatchObject({ init: { status: 400 } });
  });

  it("checks all sources with the job that does so at night", async () => {
    for (let episode = 1; episode <= 9; episode += 1)
      await add({
        url: `${origin.url}/${episode === 9 ? "gone" : "live"}.m3u8`,
        episode: String(episode),
        unchecked: "yes",
      });
    const parts = createJobParts(database.options, { OUTBOUND_ALLOW: origin.host });
    await submit({ intent: "check-all" });
    expect(await list()).toMatchObject({ isRequested: true, lastCheck: null });
    const runner = parts.start();
    onTestFinished(async () => {
      await runner.stop();
      await parts.close();
    });
    await expect.poll(async () => (await listRuns(db, "source-check"))[0]?.status).toBe("done");
    expect(await list()).toMatchObject({
      isRequested: false,
      counts: { ok: 8, dead: 1, unchecked: 0 },
      lastCheck: { fraction: 1, counts: { checked: 9, dead: 1, total: 9 } },
    });
  });

  it("shows fifty on a page", async () => {
    const episode = { animeMalId: Number(anime), number: 1 };
    await db.insert(episodes).values(episode).onConflictDoNothing();
    await db.insert(episodeSources).values(
      Array.from({ length: 51 }, (_, index) => ({
        ...episode,
        url: `https://media.test/${index}.m3u8`,
        kind: "sub",
      })),
    );
    expect(await list()).toMatchObject({ total: 51, lastPage: 2 });
    const second = (await list("?page=2")) as { sources: unknown[] };
    expect(second.sources).toHaveLength(1);
  });
});
