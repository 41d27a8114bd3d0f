import assert from "node:assert/strict";
import { readVisitorSettings } from "~/http/viewer/visitor-settings-cookie.server";
import { getCookie } from "~/http/request/get-cookie.server";
import { matchesEtag } from "~/http/response/cache/conditional-request.server";
import { negotiateEncoding } from "~/http/response/cache/compress.server";
import { negotiateLocale } from "~/i18n/negotiate-locale.server";
import type { FuzzTarget } from "../target";

export default {
  instrumented: ["/app/http/", "/app/i18n/", "/cookie/", "/negotiator/"],
  dictionary: [
    "akari=",
    "akari_visitor=",
    "parental_control=false",
    "~",
    ";",
    "; ",
    "=",
    "%",
    "%zz",
    '"',
    'W/"',
    '"abc"',
    "*",
    ",",
    "br",
    "gzip",
    ";q=0",
    ";q=1.000",
    "es-MX",
    "identity",
  ],
  run(input) {
    const text = input.toString("latin1");
    getCookie(text, "akari");
    const settings = readVisitorSettings(text);
    if (!settings.parentalControl) assert.match(text, /parental_control/);
    const etag = '"abc"';
    if (matchesEtag(text, etag)) assert.match(text, /\*|"abc/);
    assert.ok(matchesEtag(`${text.replaceAll('"', "")}, ${etag}`, etag));
    assert.ok([null, "br", "gzip"].includes(negotiateEncoding(text)));
    assert.ok([null, "en", "es"].includes(negotiateLocale(text)));
  },
} satisfies FuzzTarget;
