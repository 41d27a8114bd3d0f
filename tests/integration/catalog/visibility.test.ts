import { sql, type SQL } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { Forbidden, NotFound } from "~/errors/app-error";
import {
  hideTitles,
  isVisible,
  isVisibleEntry,
  isVisibleId,
  requireVisible,
  UNRESTRICTED,
  visibleText,
  type Viewer,
} from "~/features/catalog/visibility.server";
import { setTitleWithdrawn } from "~/features/curation/withdraw-title.server";
import { addAnimes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";

const { db } = await testDatabase();

const [PLAIN, MATURE, WITHDRAWN, WITHDRAWN_MATURE] = [1, 2, 3, 4] as const;
const ALL = [PLAIN, MATURE, WITHDRAWN, WITHDRAWN_MATURE];
const CHILD: Viewer = { parentalControl: true };

beforeAll(async () => {
  const rating = "Rx - Hentai";
  await addAnimes(
    db,
    { mal_id: PLAIN },
    { mal_id: MATURE, rating },
    { mal_id: WITHDRAWN },
    { mal_id: WITHDRAWN_MATURE, rating },
  );
  for (const id of [WITHDRAWN, WITHDRAWN_MATURE]) await setTitleWithdrawn(db, id, true);
});

describe.each<[string, Viewer, number[]]>([
  ["with parental control", CHILD, [PLAIN]],
  ["without parental control", UNRESTRICTED, [PLAIN, MATURE]],
])("a viewer %s", (_, viewer, visible) => {
  async function ids(query: SQL): Promise<number[]> {
    const rows = await db.execute<{ id: number }>(query);
    return rows.map(({ id }) => id);
  }

  it("sees these titles", async () => {
    expect(
      await ids(
        sql`SELECT mal_id AS id FROM animes a WHERE ${isVisible(sql`a`, viewer)} ORDER BY 1`,
      ),
    ).toEqual(visible);
  });

  it("sees what is stored about them, by their ids", async () => {
    const stored = sql`(VALUES (1), (2), (3), (4)) AS stored (id)`;
    const isShown = isVisibleId(sql`stored.id`, viewer);
    expect(await ids(sql`SELECT id FROM ${stored} WHERE ${isShown} ORDER BY 1`)).toEqual(visible);
    expect(await ids(sql`SELECT id FROM ${stored} WHERE NOT ${isShown} ORDER BY 1`)).toEqual(
      ALL.filter((id) => !visible.includes(id)),
    );
  });

  it("sees them in the listing", async () => {
    expect(
      await ids(
        sql`SELECT mal_id AS id FROM listing_entries e WHERE ${isVisibleEntry(sql`e`, viewer)} ORDER BY 1`,
      ),
    ).toEqual(visible);
  });

  it("reads their names, and no others", async () => {
    const name = visibleText(sql`a.title`, sql`a`, viewer);
    const rows = await db.execute(sql`SELECT mal_id, ${name} AS title FROM animes a ORDER BY 1`);
    expect([...rows]).toEqual(named(ALL, visible));
  });

  it("reads their names in stored reports, and no others", async () => {
    const given = named(ALL, ALL);
    for (const [index, row] of given.entries())
      expect(await hideTitles(db, { rows: [row] }, viewer)).toEqual({
        rows: [named(ALL, visible)[index]],
      });
    const unknown = { mal_id: null, title: "Unknown", line: 7 };
    expect(await hideTitles(db, { added: given, refused: [unknown], none: [] }, viewer)).toEqual({
      added: named(ALL, visible),
      refused: [unknown],
      none: [],
    });
  });
});

function named(ids: readonly number[], visible: readonly number[]) {
  return ids.map((id) => ({ mal_id: id, title: visible.includes(id) ? `Anime ${id}` : null }));
}

describe("requireVisible", () => {
  it.each([
    ["a title", PLAIN, CHILD],
    ["a title", PLAIN, UNRESTRICTED],
    ["a mature title", MATURE, UNRESTRICTED],
  ])("lets %s %i be read (%j)", async (_, id, viewer) => {
    await expect(requireVisible(db, id, viewer)).resolves.toBeUndefined();
  });

  it.each([
    ["a mature title", MATURE, CHILD, new Forbidden("anime.hidden")],
    ["a withdrawn title", WITHDRAWN, CHILD, new NotFound("anime.notFound")],
    ["a withdrawn title", WITHDRAWN, UNRESTRICTED, new NotFound("anime.notFound")],
    ["a withdrawn mature title", WITHDRAWN_MATURE, CHILD, new NotFound("anime.notFound")],
    ["an unknown title", 5, UNRESTRICTED, new NotFound("anime.notFound")],
  ])("refuses %s %i (%j)", async (_, id, viewer, error) => {
    await expect(requireVisible(db, id, viewer)).rejects.toThrow(error);
  });
});
