import assert from "node:assert/strict";
import { MAX_ENTRIES } from "~/features/watch-list/transfer/imported-entry";
import { ListRefused } from "~/features/watch-list/transfer/list-refused";
import { parseList } from "~/features/watch-list/transfer/parse-list.server";
import type { FuzzTarget } from "../target";

const DATE = /^\d{4}(?:-\d{2}){0,2}$/;

/** Lists in the formats of MyAnimeList, AniList and our own. */
export default {
  instrumented: ["/app/features/watch-list/", "/htmlparser2/", "/csv-parse/"],
  dictionary: [
    "<myanimelist>",
    "<anime>",
    "</anime>",
    "<series_animedb_id>",
    "<my_status>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "&amp;",
    "&#x41;",
    "mal_id,type\n",
    '"',
    ";",
    "\t",
    "\r\n",
    "\ufeff",
    '{"data":{"MediaListCollection":{"lists":[{"entries":[',
    '{"media":{"idMal":1},',
    '"status":"CURRENT"',
    '"score":85',
    '{"entries":[',
    '{"mal_id":1,"type":"Watching"}',
    '"watch_list":',
    "\\u0000",
    "\ud800",
  ],
  run(input) {
    let entries;
    try {
      ({ entries } = parseList(input));
    } catch (error) {
      if (error instanceof ListRefused) return;
      throw error;
    }
    assert.ok(entries.length <= MAX_ENTRIES);
    for (const { malId, startedOn, finishedOn, notes, title, updatedAt, score } of entries) {
      assert.ok(malId === null || (Number.isInteger(malId) && malId > 0 && malId < 2 ** 31));
      for (const date of [startedOn, finishedOn])
        assert.ok(date === null || date === undefined || DATE.test(date), `date ${String(date)}`);
      for (const text of [notes, title])
        assert.ok(
          typeof text !== "string" ||
            (!text.includes("\0") && Buffer.from(text).toString() === text),
        );
      assert.ok(updatedAt === undefined || !Number.isNaN(updatedAt.getTime()));
      assert.ok(score === null || score === undefined || (score >= 0 && score <= 100));
    }
  },
} satisfies FuzzTarget;
