import { afterEach, describe, expect, it, vi } from "vitest";
import { importCatalog } from "~/features/catalog/import/import-catalog.server";
import { watchCatalog } from "~/features/catalog/watch-catalog.server";
import { listenTo } from "~db/listen.server";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const database = await testDatabase();
const watches: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const watch of watches.splice(0)) await watch.stop();
});

/** Watches, and waits until the first look at the version is over. */
async function watching(onChange: () => void, lookEveryMs = 600_000): Promise<void> {
  watches.push(watchCatalog({ database, onChange, lookEveryMs }));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
}

/** Ends the connection that listens, as a restart of the database would. */
async function cutListener(): Promise<void> {
  await vi.waitFor(async () => {
    const cut =
      await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'akari-listen' and datname = current_database()`;
    expect(cut.length).toBe(1);
  });
}

describe("watchCatalog", () => {
  it("tells at once when another process has imported something", async () => {
    const changed = vi.fn();
    await watching(changed);
    changed.mockClear();
    await importCatalog(database.db, chunks([title(1)]));
    await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  });

  it("keeps still when an import changes nothing", async () => {
    await importCatalog(database.db, chunks([title(2)]));
    const changed = vi.fn();
    await watching(changed);
    changed.mockClear();
    await importCatalog(database.db, chunks([title(2)]));
    await database.sql`select pg_notify('catalog_changed', '-1')`;
    await vi.waitFor(() => expect(changed).toHaveBeenCalled());
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it("listens again after its connection was lost, and finds what changed meanwhile", async () => {
    const changed = vi.fn();
    await watching(changed);
    changed.mockClear();
    await database.sql`insert into catalog_state (id, version) values (1, 1) on conflict (id) do update set version = catalog_state.version + 1`;
    await cutListener();
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), { timeout: 10_000 });
    await importCatalog(database.db, chunks([title(3)]));
    await vi.waitFor(() => expect(changed.mock.calls.length).toBeGreaterThan(1), {
      timeout: 10_000,
    });
  });

  it("finds a change without any notification, by looking", async () => {
    const changed = vi.fn();
    await watching(changed, 10);
    changed.mockClear();
    await database.sql`insert into catalog_state (id, version) values (1, 1) on conflict (id) do update set version = catalog_state.version + 1`;
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  });
});

describe("listenTo", () => {
  it("goes on trying while the database is away, without hurry, and stops when told", async () => {
    const onListening = vi.fn();
    const listening = listenTo("postgres://nobody@127.0.0.1:1/none", "nothing", {
      onNotify: () => undefined,
      onListening,
    });
    await listening.stop();
    expect(onListening).not.toHaveBeenCalled();
  });
});
