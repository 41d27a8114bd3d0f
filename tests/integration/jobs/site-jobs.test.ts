import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToken } from "~/features/accounts/tokens/tokens.server";
import { putSource } from "~/features/playback/sources/put-source.server";
import { sourceInputSchema } from "~/features/playback/sources/source-input";
import type { JobName } from "~/jobs/job-names";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { createSignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts, type JobParts } from "../../support/jobs/job-parts";

const database = await testDatabase();
const { db, sql } = database;
const server = createServer((request, response) => {
  if (request.url === "/good.m3u8") response.end("#EXTM3U\n");
  else response.writeHead(404).end();
}).listen(0, "127.0.0.1");
await once(server, "listening");
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

let parts: JobParts;
let dataDir = "";
beforeEach(() => {
  dataDir = createDataDir();
  parts = createJobParts(database.options, {
    DATA_DIR: dataDir,
    OUTBOUND_ALLOW: host,
    BACKUP_KEEP: "2",
  });
});
afterEach(async () => {
  await parts.close();
  await removeDataDir(dataDir);
});
const run = (name: JobName) => parts.run(name);

describe("the check of sources", () => {
  const attach = (number: number, url: string) =>
    putSource(db, sourceInputSchema.parse({ anime: 1, episode: number, url }), {
      alive: true,
      format: "playlist",
    });
  const deadOnes = async () =>
    (
      await sql<{ number: number }[]>`
        SELECT number FROM episode_sources WHERE status = 'dead' ORDER BY number`
    ).map(({ number }) => number);

  beforeEach(async () => {
    await sql`TRUNCATE animes CASCADE`;
    await sql`INSERT INTO animes (mal_id, title, content_hash) VALUES (1, 'One', '')`;
    await sql`INSERT INTO episodes (anime_mal_id, number) VALUES (1, 1), (1, 2), (1, 3)`;
  });

  it("marks those dead that do not respond while others do", async () => {
    await attach(1, `http://${host}/good.m3u8`);
    await attach(2, `http://${host}/gone.m3u8`);
    await attach(3, "http://127.0.0.1:9/a.m3u8");
    expect(await run("sources")).toMatchObject({ result: { checked: 3, dead: 2 } });
    expect(await deadOnes()).toEqual([2, 3]);
  });

  it("marks the only source dead when its server no longer has it", async () => {
    await attach(1, `http://${host}/gone.m3u8`);
    expect(await run("sources")).toMatchObject({ result: { checked: 1, dead: 1 } });
    expect(await deadOnes()).toEqual([1]);
  });

  it("fails and changes nothing when no other server responds", async () => {
    await attach(1, "http://127.0.0.1:9/a.m3u8");
    await attach(2, "http://127.0.0.1:10/b.m3u8");
    await attach(3, "/media/files/none/b.mp4");
    expect(await run("sources")).toMatchObject({
      outcome: "failed",
      error: "None of 2 sources on other servers responds.",
    });
    // A file of this site is known to be missing.
    expect(await deadOnes()).toEqual([3]);
  });

  it("marks nothing dead when it is interrupted", async () => {
    await attach(1, `http://${host}/good.m3u8`);
    await attach(2, `http://${host}/gone.m3u8`);
    const stopped = await parts.run("sources", AbortSignal.abort());
    expect(stopped).toMatchObject({ outcome: "interrupted" });
    expect(await deadOnes()).toEqual([]);
  });
});

describe("the clean-up", () => {
  it("deletes events that are too old to be read", async () => {
    await sql`TRUNCATE outbox_events CASCADE`;
    await sql`INSERT INTO outbox_events (kind, key, at) VALUES
      ('episode.aired', 'just under', now() - interval '1439 hours'),
      ('episode.aired', 'just over', now() - interval '1441 hours')`;
    expect(await run("cleanup")).toMatchObject({ outcome: "succeeded" });
    expect(await sql`SELECT key FROM outbox_events`).toMatchObject([{ key: "just under" }]);
  });

  it("deletes expired sessions and tokens, and drafts of uploads", async () => {
    const { userId } = await createSignedInClient(database);
    const day = 24 * 60 * 60 * 1000;
    const ago = (days: number) => new Date(Date.now() - days * day);
    const input = { scopes: ["list:read" as const], expiresInDays: 1 };
    await createToken(db, userId, { ...input, name: "just under" }, ago(30.9));
    await createToken(db, userId, { ...input, name: "just over" }, ago(31.1));
    await createToken(db, userId, { scopes: ["list:read"], name: "endless" }, ago(400));
    await sql`
      INSERT INTO sessions (id_hash, user_id, device, address, expires_at)
      VALUES ('old', ${userId}, '', '', now() - interval '1 second')`;
    expect(await run("cleanup")).toMatchObject({ outcome: "succeeded" });
    const names = await sql<{ name: string }[]>`SELECT name FROM personal_tokens ORDER BY name`;
    expect(names.map(({ name }) => name)).toEqual(["endless", "just under"]);
    expect(await sql`SELECT 1 FROM sessions WHERE id_hash = 'old'`).toHaveLength(0);
  });
});

describe("the other jobs of the site", () => {
  it("renew the statistics of all tables", async () => {
    const finished = await run("maintenance");
    expect(finished.outcome).toBe("succeeded");
    await expect
      .poll(
        async () =>
          (
            await sql`SELECT 1 FROM pg_stat_user_tables
        WHERE schemaname = 'public' AND last_analyze IS NULL`
          ).length,
      )
      .toBe(0);
  });

  it("write a backup and delete old ones beyond the setting", async () => {
    const folder = join(dataDir, "backups");
    mkdirSync(folder, { recursive: true });
    for (const day of ["01", "02", "03"])
      writeFileSync(join(folder, `akari-2026-01-${day}T000000Z.tar`), "");
    expect(await run("backup")).toMatchObject({ outcome: "succeeded", result: { removed: 2 } });
    const names = readdirSync(folder).sort();
    expect(names).toHaveLength(2);
    expect(names[0]).toBe("akari-2026-01-03T000000Z.tar");
  });
});
