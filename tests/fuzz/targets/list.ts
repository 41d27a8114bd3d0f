import assert from "node:assert/strict";
import { MAX_COUNT, MAX_ENTRIES } from "~/features/watch-list/transfer/imported-entry";
import { ListRefused } from "~/features/watch-list/transfer/list-refused";
import { parseList } from "~/features/watch-list/transfer/parse-list.server";
import type { FuzzTarget } from "../target";

const DATE = /^\d{4}(?:-\d{2}){0,2}$/;

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
    '"type":"libraryEntries"',
    '"externalSite":"myanimelist/anime"',
    '"ratingTwenty":17',
    '"ids":{"mal":"1"}',
    '"seasons":[{"number":1,"episodes":[{"number":1}]}]',
    "simkl_id,title,watchlist,type\n",
    '"history":[',
    '"episodes":"1-4,6"',
    '"at":"2020-01-02T03:04:05.000001Z"',
    "\\u0000",
    "\ud800",
  ],
  run(input) {
    let entries;
    let history;
    try {
      ({ entries, history } = parseList(input));
    } catch (error) {
      if (error instanceof ListRefused) return;
      throw error;
    }
    assert.ok(entries.length <= MAX_ENTRIES);
    for (const { malId, at, day, before, after, watched } of history.events) {
      assert.ok(Number.isInteger(malId) && malId > 0 && malId < 2 ** 31);
      assert.ok(!Number.isNaN(Date.parse(at)) && DATE.test(day));
      assert.ok(Number.isInteger(watched) && Math.abs(watched) <= MAX_COUNT);
      for (const { score, seen = [], notes, startedOn } of [before, after]) {
        assert.ok(score === undefined || score === null || (score >= 0 && score <= 100));
        assert.ok(seen.every(([first, last]) => first <= last && last <= MAX_COUNT));
        assert.ok(typeof notes !== "string" || !notes.includes("\0"));
        assert.ok(typeof startedOn !== "string" || DATE.test(startedOn));
      }
    }
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
