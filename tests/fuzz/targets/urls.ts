import assert from "node:assert/strict";
import { AppError } from "~/errors/app-error";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { checkSource } from "~/outbound/source-rules";
import type { FuzzTarget } from "../target";

const PRIVATE =
  /^(?:(?:.*\.)?localhost\.?|(?:127|10|0)(?:\.\d+){3}|(?:192\.168|169\.254)(?:\.\d+){2}|\[::1?\]|\[f[cd].*|\[::ffff:(?:7f|a|c0a8|a9fe).*)$/;
const rules = { allow: [], ownOrigins: ["https://own.example"] };

/** Sources to fetch and paths to return to. */
export default {
  instrumented: ["/app/outbound/", "/app/http/request/safe-redirect"],
  dictionary: [
    "http://",
    "https://",
    "//",
    "/\\",
    "/..//",
    "@",
    ":80",
    "127.0.0.1",
    "0x7f.1",
    "[::1]",
    "[::ffff:7f00:1]",
    "localhost",
    "own.example",
    "%2f",
    "%00",
    "\t",
    "\u3002",
    "\uff0f",
  ],
  run(input) {
    const text = input.toString("utf8");
    const path = safeRedirectPath(text, "/fallback");
    for (const origin of ["https://own.example", "http://own.example:8080"])
      assert.equal(new URL(path, origin).origin, origin, path);
    let url;
    try {
      url = checkSource(text, rules);
    } catch (error) {
      if (error instanceof AppError) return;
      throw error;
    }
    assert.match(url.protocol, /^https?:$/);
    assert.equal(url.username + url.password, "");
    assert.doesNotMatch(url.hostname, PRIVATE);
    assert.notEqual(url.origin, "https://own.example");
  },
} satisfies FuzzTarget;
