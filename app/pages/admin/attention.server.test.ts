import { expect, it } from "vitest";
import { MIN_FREE_BYTES } from "~/features/site/site-health.server";
import { attentionFor, type SiteState } from "./attention.server";

const now = new Date("2026-11-25T12:00:00Z");
const fine: SiteState = {
  jobs: [],
  backedUpAt: new Date("2026-11-25T00:10:00Z"),
  isSchemaNewer: false,
  deadSources: 0,
  wishes: 0,
  freeBytes: MIN_FREE_BYTES,
  errors: 0,
  newer: null,
};
const kinds = (state: Partial<SiteState>) =>
  attentionFor({ ...fine, ...state }, now).map(({ kind }) => kind);

it("leaves a site alone that is in order", () => {
  expect(kinds({})).toEqual([]);
  expect(kinds({ freeBytes: null })).toEqual([]);
  expect(kinds({ backedUpAt: new Date("2026-11-22T12:00:00Z") })).toEqual([]);
});

it("names each fault, just past its limit", () => {
  expect(kinds({ freeBytes: MIN_FREE_BYTES - 1 })).toEqual(["disk"]);
  expect(kinds({ backedUpAt: new Date("2026-11-22T11:59:59.999Z") })).toEqual(["oldBackup"]);
  expect(kinds({ backedUpAt: null })).toEqual(["noBackup"]);
  expect(kinds({ deadSources: 1 })).toEqual(["deadSources"]);
  expect(kinds({ wishes: 1 })).toEqual(["wishes"]);
  expect(kinds({ errors: 1 })).toEqual(["errors"]);
  expect(kinds({ newer: { version: "9.0.0", url: null } })).toEqual(["update"]);
});

it("puts the urgent first", () => {
  const everything = { jobs: ["airing", "scan"], backedUpAt: null, isSchemaNewer: true } as const;
  expect(kinds({ ...everything, freeBytes: 0, deadSources: 2, errors: 3 })).toEqual([
    ...["schema", "disk", "noBackup", "job", "job", "deadSources", "errors"],
  ]);
});
