import { afterEach, describe, expect, it, vi } from "vitest";
import { importCatalog } from "~/features/import/import-catalog.server";
import { watchCatalog } from "~/features/catalog/watch-catalog.server";
import { listenTo } from "~db/listen.server";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const database = await testDatabase();
const watches: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const watch of watches.splice(0)) await watch.stop();
});

/** Resolves after the first read of the version. */
async function startWatching(onChange: () => void, pollIntervalMs = 600_000): Promise<void> {
  watches.push(watchCatalog({ database, onChange, pollIntervalMs }));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
}

/** Ends the listener's connection, which a restart of the database would do. */
async function cutListener(): Promise<void> {
  await vi.waitFor(async () => {
    const cut =
      await database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'akari-listen' AND datname = current_database()`;
    expect(cut.length).toBe(1);
  });
}

describe("watchCatalog", () => {
  it("reports immediately when another process imports something", async () => {
    const changed = vi.fn();
    await startWatching(changed);
    changed.mockClear();
    await importCatalog(database.db, chunks([title(1)]));
    await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  });

  it("stays silent when an import changes nothing", async () => {
    await importCatalog(database.db, chunks([title(2)]));
    const changed = vi.fn();
    await startWatching(changed);
    changed.mockClear();
    await importCatalog(database.db, chunks([title(2)]));
    await database.sql`SELECT pg_notify('catalog_changed', '-1')`;
    await vi.waitFor(() => expect(changed).toHaveBeenCalled());
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it("listens again after a lost connection, and finds missed changes", async () => {
    const changed = vi.fn();
    await startWatching(changed);
    changed.mockClear();
    await database.sql`INSERT INTO catalog_state (id, version) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET version = catalog_state.version + 1`;
    await cutListener();
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), { timeout: 60_000 });
    await importCatalog(database.db, chunks([title(3)]));
    await vi.waitFor(() => expect(changed.mock.calls.length).toBeGreaterThan(1), {
      timeout: 60_000,
    });
  });

  it("finds a change without a notification, by polling", async () => {
    const changed = vi.fn();
    await startWatching(changed, 10);
    changed.mockClear();
    await database.sql`INSERT INTO catalog_state (id, version) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET version = catalog_state.version + 1`;
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  });
});

describe("listenTo", () => {
  it("retries with back-off while the database is away, and stops when closed", async () => {
    const onListening = vi.fn();
    const listening = listenTo("postgres://nobody@127.0.0.1:1/none", "nothing", {
      onNotify: () => undefined,
      onListening,
    });
    await listening.stop();
    expect(onListening).not.toHaveBeenCalled();
  });
});
