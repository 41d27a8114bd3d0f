import assert from "node:assert/strict";
import { fileGroupKey } from "~/features/library/matching/file-group";
import { parseMediaPath } from "~/features/library/names/media-path";
import { parseNfo } from "~/features/library/names/nfo";
import type { FuzzTarget } from "../target";

export default {
  instrumented: ["/app/features/library/names/", "/library/matching/file-group"],
  dictionary: [
    "[Group] ",
    " - 05v2",
    " (1080p)",
    "S01E05-E06",
    "2nd Season",
    "Part 2",
    "NCOP",
    "[mal-5114]",
    "第05話",
    "【",
    "dual audio",
    " - - ",
    "--",
    " END",
    "/",
    ".mkv",
    "<tvshow><title>",
    '<uniqueid type="mal">1</uniqueid>',
  ],
  run(input) {
    const text = input.toString("utf8");
    const name = parseMediaPath(text, "media");
    const { episode } = name;
    assert.ok(episode === null || (episode.first >= 0 && episode.last >= episode.first));
    for (const title of name.titles) assert.doesNotMatch(title, /\p{Cc}/u);
    assert.ok(fileGroupKey(text, name).length <= 700);
    parseNfo(text);
  },
} satisfies FuzzTarget;
