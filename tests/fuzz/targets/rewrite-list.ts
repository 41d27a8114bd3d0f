import assert from "node:assert/strict";
import { rewriteList } from "~/media/video/rewrite-list";
import type { FuzzTarget } from "../target";

export default {
  instrumented: ["/app/media/video/"],
  dictionary: [
    '"ASSETS":',
    '"URI":',
    '"RELOAD-URI":',
    '"PATHWAY-PRIORITY":[]',
    '"TTL":1',
    '"PATHWAY-CLONES":[{',
    '"HOST":',
    '"PARAMS":{}',
    "null",
    "[]",
  ],
  run(input) {
    const rewritten = rewriteList(input.toString("utf8"), new URL("https://media.example/a/"));
    if (rewritten !== null) assert.equal(typeof JSON.parse(rewritten), "object");
  },
} satisfies FuzzTarget;
