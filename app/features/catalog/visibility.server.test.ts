import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const app = join(import.meta.dirname, "../..");
/** Folders whose entries carry the flag. */
const INDEXES =
  /^features\/(?:search|listing\/bitmaps|suggestions\/(?:load|compute|rank)-|franchise\/load-franchise-index|catalog\/(?:visibility|maturity)\.)/;
const HIDING_CALL = /\b(?:isVisible|visibleText)\((?:[^()]|\([^()]*\))*\)/g;

/** Why a file may set parental control itself, instead of taking it from the viewer. */
const SAYS_ITSELF: Readonly<Record<string, string>> = {
  "features/catalog/visibility.server.ts": "defines it; unknown titles differ from withheld ones",
  "features/catalog/merged-titles.server.ts":
    "withdrawn titles are not found, withheld ones forbidden",
  "features/title/get-anime.server.ts": "withdrawn titles are not found, withheld ones forbidden",
  "features/franchise/rebuild-franchises.server.ts": "stores which titles are mature, for all",
  "features/accounts/household/child-limit.server.ts": "turns the setting on in the database",
  "features/accounts/household/child-titles.server.ts": "a parent decides, but only if it exists",
  "features/accounts/household/list-child-titles.server.ts": "no age limit admits mature titles",
  "features/library/list-files.server.ts": "the default of an operator's command",
  "features/library/matching/title-source.server.ts":
    "matches files of the library, and has no viewer",
  "features/listing/listing-query.ts": "the default until a viewer takes its place",
  "features/saved-search/compare-followed.server.ts": "stores ids, counted by the viewer's rule",
  "features/saved-search/saved-searches.server.ts": "stores ids, counted by the viewer's rule",
  "features/watch-list/count-tabs.server.ts": "withdrawn titles are no part of what is hidden",
  "features/watch-list/list-conditions.server.ts": "the tab's condition has the viewer's rule",
  "features/watch-list/tracking/correct-counts.server.ts": "a job, which shows nothing to users",
  "features/watch-list/transfer/import-list.server.ts": "the report's names are hidden on reading",
  "http/api/request-examples.ts": "an example of a setting",
  "pages/admin/load-sources.server.ts": "a page for admins",
  "pages/browse/filter-choices.server.ts": "a part of a key that has the viewer's rule, too",
  "pages/searches/change-searches.server.ts": "reads names of the user's searches",
  "pages/viewer/visitor-settings.ts": "a visitor's default",
  "routes/account/year-review.tsx": "whether the user's own year has anything",
  "routes/api/catalog/cached-response.server.ts": "checks a query without answering it",
  "routes/system/cached-text.server.ts": "texts that list no titles",
  "routes/watch-list/customise-home.tsx": "reads names of the user's searches",
};

const sources = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
  .map((file) => [file, readFileSync(join(app, file), "utf8")] as const);

describe("visibility", () => {
  it("is what the viewer brings, except where there is a reason", () => {
    const files = sources.filter(([, text]) =>
      /\bUNRESTRICTED\b|\bparentalControl: (?:true|false)\b/.test(text),
    );
    expect(files.map(([file]) => file).sort()).toEqual(Object.keys(SAYS_ITSELF).sort());
  });

  it("is the only place that decides by the flag of a title", () => {
    const offenders = sources
      .filter(
        ([file, text]) =>
          !INDEXES.test(file) &&
          /\.mature\b|\bNOT\s+mature\b|hideMature/.test(text.replaceAll(HIDING_CALL, "")),
      )
      .map(([file]) => file);
    expect(offenders).toEqual([]);
  });
});
