import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readNdjsonFile } from "~/features/import/ndjson-file.server";
import { parseCatalogRow, type CatalogRow } from "~/features/import/rows/catalog-row";
import { parseEpisodeRow } from "~/features/import/rows/episode-row";
import { parseRelationRow } from "~/features/import/rows/relation-row";
import { jikanPageSchema, jikanRelationsSchema } from "~/providers/jikan/responses";
import { toAnimeRow, toEpisodeRow, toRelationRows } from "~/providers/jikan/to-anime";
import { dataPath, hasData } from "./data";

function animeRow(value: unknown): CatalogRow {
  const parsed = parseCatalogRow(toAnimeRow(value));
  if ("reason" in parsed)
    throw new Error(`${JSON.stringify(value).slice(0, 200)}: ${parsed.reason}`);
  return parsed.row;
}

function json(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Recorded responses, with the requested path. */
function exchanges(folder: string): { path: string; status: number; body: unknown }[] {
  return readdirSync(dataPath(folder)).map((file) => {
    const { request, response } = json(`${dataPath(folder)}/${file}`) as {
      request: { url: string };
      response: { status: number; body: unknown };
    };
    return { path: new URL(request.url).pathname, status: response.status, body: response.body };
  });
}

describe.skipIf(!hasData)("recorded Jikan responses", () => {
  /** Compares the titles of every nth recorded page; returns how many there are. */
  async function comparePages(nth: number): Promise<number> {
    const expected = new Map<number, CatalogRow>();
    for await (const chunk of readNdjsonFile(dataPath("catalog.ndjson.gz"))) {
      for (const line of chunk) {
        const parsed = "value" in line ? parseCatalogRow(line.value) : { reason: line.broken };
        if ("reason" in parsed) throw new Error(parsed.reason);
        expected.set(parsed.row.mal_id, parsed.row);
      }
    }
    const different: unknown[] = [];
    const visited = new Set<number>();
    const lines = createInterface({
      input: createReadStream(dataPath("jikan-v4/all-anime-pages.ndjson.gz")).pipe(createGunzip()),
      crlfDelay: Infinity,
    });
    let pages = 0;
    for await (const line of lines) {
      pages += 1;
      if (pages % nth !== 0) continue;
      for (const item of jikanPageSchema.parse(JSON.parse(line)).data) {
        const row = animeRow(item);
        visited.add(row.mal_id);
        // Banners and some trailers come from elsewhere.
        const other = expected.get(row.mal_id);
        const same = other && {
          ...other,
          banner_image: null,
          trailer_url: row.trailer_url,
          trailer_image_url: row.trailer_image_url,
        };
        if (JSON.stringify(same) !== JSON.stringify(row)) different.push([row, other]);
        if (other?.trailer_url !== null && other?.trailer_url !== row.trailer_url)
          different.push([row.trailer_url, other?.trailer_url]);
      }
    }
    expect(different.slice(0, 3)).toEqual([]);
    return visited.size;
  }

  it("parse into the same titles, page by page, as the catalog", async () => {
    expect(await comparePages(10)).toBeGreaterThan(2_500);
  });

  it("parse into the same titles on every page", { tags: "nightly" }, async () => {
    expect(await comparePages(1)).toBe(30_014);
  });

  it("parse single titles and lists, in the old and the current format", () => {
    const folders = [
      "anime_by_id",
      "anime_full",
      "anime_search",
      "seasons",
      "seasons_now",
      "seasons_upcoming",
      "schedules",
      "top_anime",
      "pagination",
      "random_anime",
    ];
    const bodies = [
      ...folders.map((folder) => `jikan-v4/recorded-2026-05/${folder}`),
      "jikan-v4/recorded-jikanpy",
    ]
      .flatMap(exchanges)
      .filter(({ status, path }) => status === 200 && !/episodes|genres|seasons$/.test(path))
      .map(({ body }) => (body as { data: unknown }).data)
      .concat(
        readdirSync(dataPath("jikan-v4/anime-full-2024")).map(
          (file) => (json(dataPath(`jikan-v4/anime-full-2024/${file}`)) as { data: unknown }).data,
        ),
      );
    const rows = bodies.flat().map(animeRow);
    expect(rows).toHaveLength(308);
    expect(rows.filter((row) => row.youtube_id !== null).length).toBeGreaterThan(100);
    expect(
      rows.every((row) => row.broadcast_day === null || row.broadcast_day.endsWith("day")),
    ).toBe(true);
  });

  it("parse episodes and relations", () => {
    const episodes = ["jikan-v4/recorded-2026-05/anime_episodes", "jikan-v4/recorded-jikanpy"]
      .flatMap(exchanges)
      .filter(({ status, path }) => status === 200 && path.endsWith("/episodes"))
      .flatMap(({ body, path }) =>
        jikanPageSchema
          .parse(body)
          .data.map((item) => parseEpisodeRow(toEpisodeRow(Number(path.split("/")[3]), item))),
      );
    expect(episodes.length).toBeGreaterThan(300);
    expect(episodes.filter((parsed) => "reason" in parsed)).toEqual([]);
    const relations = exchanges("jikan-v4/recorded-2026-05/anime_relations").flatMap(({ body }) =>
      toRelationRows(52_991, jikanRelationsSchema.parse(body).data),
    );
    expect(relations.map(parseRelationRow)).toContainEqual({
      row: { mal_id: 52_991, related_mal_id: 56_885, relation: "SIDE_STORY" },
    });
  });
});
