import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { action, loader } from "~/routes/admin/storage";
import { auditLog } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";
import { createTempFolder } from "../../support/media/image-service";
import { createPageCaller } from "../../support/server/call-page";
import type { TestAccount } from "../../support/server/account";
import { createOwner } from "../../support/server/owner";

const database = await testDatabase();
let owner: TestAccount;
beforeAll(async () => {
  owner = await createOwner(database);
});

describe("the storage page", () => {
  it("says what takes how much, and clears one cache", async () => {
    const dataDir = createTempFolder();
    const encoded = join(dataDir, "cache", "encoded");
    mkdirSync(encoded, { recursive: true });
    writeFileSync(join(encoded, "a"), Buffer.alloc(1_000));
    writeFileSync(join(encoded, "b"), Buffer.alloc(500));
    mkdirSync(join(dataDir, "cache", "fingerprints"));
    writeFileSync(join(dataDir, "cache", "fingerprints", "a"), Buffer.alloc(300));
    const callPage = createPageCaller(database, { DATA_DIR: dataDir });
    const load = () =>
      callPage(loader, "/admin/storage", { init: { headers: { cookie: owner.cookie } } });
    const clear = (cache: string) =>
      callPage(action, "/admin/storage", {
        init: {
          method: "POST",
          headers: { cookie: owner.cookie },
          body: new URLSearchParams({ cache }),
        },
      });
    const before = await load();
    expect(before.storage.databaseBytes).toBeGreaterThan(1_000_000);
    expect(before.storage.tables[0]?.bytes).toBeGreaterThan(0);
    expect(before.storage.caches).toEqual([
      { name: "images", bytes: 0 },
      { name: "titles", bytes: 0 },
      { name: "pictures", bytes: 0 },
      { name: "fingerprints", bytes: 300 },
      { name: "encoded", bytes: 1_500 },
    ]);
    expect(await clear("uploads")).toMatchObject({ init: { status: 400 } });
    expect(readdirSync(encoded)).toHaveLength(2);
    expect(((await clear("encoded")) as Response).headers.get("location")).toBe(
      "/admin/storage?done",
    );
    expect(readdirSync(encoded)).toEqual([]);
    expect((await load()).storage.caches.at(-1)).toEqual({ name: "encoded", bytes: 0 });
    await clear("fingerprints");
    expect(readdirSync(join(dataDir, "cache", "fingerprints"))).toEqual([]);
    expect(await database.db.select().from(auditLog)).toContainEqual(
      expect.objectContaining({ action: "cache.cleared", details: { cache: "encoded" } }),
    );
  });
});
