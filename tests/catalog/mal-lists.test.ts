import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Database } from "~db/client.server";
import { users } from "~db/schema";
import { exportList } from "~/features/watch-list/transfer/export-list.server";
import { importList } from "~/features/watch-list/transfer/import-list.server";
import { toMalXml } from "~/features/watch-list/transfer/mal-xml";
import { parseList } from "~/features/watch-list/transfer/parse-list.server";
import { testDatabase } from "../support/database/test-database";
import { dataPath, hasData } from "./data";
import { CATALOG_TEMPLATE } from "./support/setup";

/** File, and its number of entries per state. */
const LISTS = [
  ["animelist_2008-format_109.xml", 109],
  ["animelist_v1.1.0_176.xml", 176],
  ["animelist_v1.1.0_204_count-mismatch.xml", 204],
  ["animelist_v1.1.0_1694.xml", 1694],
] as const;

async function tracker(
  db: Database,
): Promise<{ userId: string; timeZone: string; parentalControl: boolean; listeners: [] }> {
  const email = `${randomUUID()}@akari.test`;
  const [user] = await db
    .insert(users)
    .values({ email, emailKey: email, userName: "Faye" })
    .returning({ id: users.id });
  return { userId: user?.id ?? "", timeZone: "UTC", parentalControl: false, listeners: [] };
}

describe.skipIf(!hasData)("real MyAnimeList exports", async () => {
  const { db } = await testDatabase({ template: CATALOG_TEMPLATE });
  const bytesOf = (name: string) => new Uint8Array(readFileSync(dataPath(`mal-export/${name}`)));

  it("import once, completely, and survive our own export without loss", async () => {
    for (const [name, count] of LISTS) {
      const { format, entries } = parseList(bytesOf(name));
      expect({ name, format, count: entries.length }).toEqual({ name, format: "mal-xml", count });
      expect(entries.filter((entry) => entry.malId === null || entry.state === undefined)).toEqual(
        [],
      );
      const zipped = parseList(gzipSync(bytesOf(name)));
      expect(zipped.entries).toEqual(entries);

      const [first, second] = [await tracker(db), await tracker(db)];
      const options = { policy: "replace", dryRun: false } as const;
      const { report } = await importList(db, first, entries, options);
      // MyAnimeList has deleted some titles since.
      expect(report.notFound.length).toBeLessThan(count * 0.02);
      expect(report.added.length + report.notFound.length).toBe(
        new Set(entries.map((entry) => entry.malId)).size,
      );
      const { report: repeated } = await importList(db, first, entries, options);
      expect({ added: repeated.added, changed: repeated.changed }).toEqual({
        added: [],
        changed: [],
      });

      const exported = await exportList(db, first.userId, first);
      const back = parseList(new TextEncoder().encode(toMalXml(exported, "Faye")));
      const { report: moved } = await importList(db, second, back.entries, options);
      expect(moved.added).toHaveLength(report.added.length);
      const plain = async (user: { userId: string; parentalControl: boolean }) =>
        (await exportList(db, user.userId, user))
          .map(({ addedAt: _, updatedAt: __, ...rest }) => rest)
          .sort((a, b) => a.malId - b.malId);
      expect(await plain(second)).toEqual(await plain(first));
    }
  });

  it("keep statuses, dates and notes", () => {
    const { entries } = parseList(bytesOf("animelist_2008-format_109.xml"));
    expect(entries.filter(({ state }) => state === "dropped")).toHaveLength(3);
    expect(entries[0]).toMatchObject({
      malId: 48,
      title: ".hack//Sign",
      state: "completed",
      episodesSeen: 26,
      score: 60,
      startedOn: null,
      tags: ["cyberpunk", "classic"],
    });
    expect(entries.filter((entry) => entry.notes !== null).length).toBeGreaterThan(0);
  });
});
