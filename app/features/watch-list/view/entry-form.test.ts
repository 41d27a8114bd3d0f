import { describe, expect, it } from "vitest";
import { toEditValues } from "./edit-values";
import { changedFields } from "./entry-form";
import { listFormSchema } from "./list-form";
import { rewatchName, toRewatchValues, toShown } from "./rewatch-values";

const shown = toEditValues(null, "10");
const formOf = (fields: Record<string, string | string[]>) => ({
  intent: "edit",
  animeId: "7",
  was: JSON.stringify(shown),
  ...shown,
  private: ["false"],
  ...fields,
});
const parse = (fields: Record<string, string | string[]>) =>
  listFormSchema.safeParse(formOf(fields));

describe("the editor's form", () => {
  it("sends only the fields that changed since it was shown", () => {
    expect(changedFields(formOf({ notes: "one\r\ntwo", private: ["false", "true"] }))).toEqual({
      intent: "edit",
      animeId: "7",
      notes: "one\ntwo",
      private: "true",
    });
    const unchanged = formOf({ was: JSON.stringify({ ...shown, notes: "a\nb" }), notes: "a\r\nb" });
    expect(changedFields(unchanged)).toEqual({ intent: "edit", animeId: "7" });
  });

  it.each(["", "no JSON", "[1]", '{"notes": 1}'])("takes all fields as changed after %j", (was) => {
    expect(changedFields(formOf({ was }))).toMatchObject({ state: "planned", notes: null });
  });

  it("clears emptied fields", () => {
    const form = formOf({
      was: JSON.stringify({ ...shown, startedOn: "2024", tags: "funny", episodesSeen: "4" }),
      episodesSeen: "",
    });
    expect(listFormSchema.parse(form)).toEqual({
      intent: "edit",
      animeId: 7,
      startedOn: null,
      tags: [],
      episodesSeen: 0,
    });
  });

  it("reads every field", () => {
    const parsed = listFormSchema.parse(
      formOf({
        state: "none",
        episodesSeen: "3",
        score: "8,5",
        startedOn: "2024",
        finishedOn: "2024-05",
        notes: "Again in winter",
        tags: "funny, short",
        priority: "2",
        private: ["false", "true"],
      }),
    );
    expect(parsed).toEqual({
      intent: "edit",
      animeId: 7,
      state: null,
      episodesSeen: 3,
      score: 8.5,
      startedOn: "2024",
      finishedOn: "2024-05",
      notes: "Again in winter",
      tags: ["funny", "short"],
      priority: 2,
      private: true,
    });
  });

  it.each([
    ["state", "sleeping"],
    ["episodesSeen", "-1"],
    ["episodesSeen", "100001"],
    ["score", "ten"],
    ["startedOn", "2024-13"],
    ["finishedOn", "yesterday"],
    ["priority", "3"],
    ["private", "maybe"],
  ])("refuses %s %j and names the field", (field, value) => {
    expect(parse({ [field]: value }).error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});

describe("the editor's rewatches", () => {
  const rewatches = [
    { started_on: "2020", finished_on: "2020-05", score: 85 },
    { started_on: null, finished_on: null, score: null },
  ];
  const values = toRewatchValues(rewatches, "completed", "10");
  const rows = Object.fromEntries(
    [...values, { startedOn: "", finishedOn: "", score: "" }].flatMap((row, index) =>
      (["startedOn", "finishedOn", "score"] as const).map((control) => [
        rewatchName(index, control),
        row[control],
      ]),
    ),
  );
  const read = (fields: Record<string, string> = {}) =>
    listFormSchema.parse(formOf({ was: toShown(shown, values), ...rows, ...fields }));
  const kept = [
    { startedOn: "2020", finishedOn: "2020-05", score: null, stored: 85, open: false },
    { startedOn: null, finishedOn: null, score: null, stored: null, open: false },
  ];

  it("are left alone unless one changes", () => {
    expect(read()).toEqual({ intent: "edit", animeId: 7 });
  });

  it("keep a stored score that the scale shows rounded", () => {
    expect(values[0]).toMatchObject({ score: "9", stored: "85" });
    expect(read({ "rewatches.1.score": "7" })).toMatchObject({
      rewatches: [kept[0], { ...kept[1], score: 7 }, null],
    });
  });

  it("keep scores that are sent with a decimal comma", () => {
    const decimals = toRewatchValues(rewatches, "completed", "10.0");
    const was = toShown({ ...shown, score: "8.7" }, decimals);
    const sent = { ...rows, was, score: "8,7", "rewatches.0.score": "8,5" };
    expect(listFormSchema.parse(formOf(sent))).toEqual({ intent: "edit", animeId: 7 });
    expect(listFormSchema.parse(formOf({ ...sent, score: "8,6" }))).toMatchObject({ score: 8.6 });
  });

  it("are changed, removed and added", () => {
    expect(read({ "rewatches.0.startedOn": "" })).toMatchObject({
      rewatches: [{ ...kept[0], startedOn: null }, kept[1], null],
    });
    expect(read({ "rewatches.0.remove": "true" })).toMatchObject({
      rewatches: [null, kept[1], null],
    });
    expect(read({ "rewatches.2.finishedOn": " 2024 " })).toMatchObject({
      rewatches: [...kept, { ...kept[1], finishedOn: "2024" }],
    });
    expect(read({ "rewatches.2.add": "true" })).toMatchObject({ rewatches: [...kept, kept[1]] });
  });

  it("say which one is under way", () => {
    const open = (state: string) => toRewatchValues(rewatches, state, "10").map((row) => row.open);
    expect(["rewatching", "paused", "dropped", "completed", "watching"].map(open)).toEqual([
      [false, true],
      [false, true],
      [false, true],
      [false, false],
      [false, false],
    ]);
    expect(read({ "rewatches.1.open": "true", "rewatches.1.startedOn": "2026" })).toMatchObject({
      rewatches: [kept[0], { ...kept[1], startedOn: "2026", open: true }, null],
    });
  });

  it.each([
    ["rewatches.0.startedOn", "May"],
    ["rewatches.2.finishedOn", "2024-13"],
    ["rewatches.1.score", "ten"],
  ])("are refused by the name of the control %s", (name, value) => {
    const form = formOf({ was: toShown(shown, values), ...rows, [name]: value });
    const { error } = listFormSchema.safeParse(form);
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual([name]);
  });
});

describe("the form of an episode", () => {
  const form = (fields: object) =>
    listFormSchema.safeParse({ intent: "upTo", animeId: "7", episode: "3", ...fields });

  it.each(["mark", "unmark", "upTo"])("names its episode (%s)", (intent) => {
    expect(form({ intent }).data).toEqual({ intent, animeId: 7, episode: 3 });
  });

  it.each(["-1", "1.5", "", "100001"])("refuses the episode %j", (episode) => {
    expect(form({ episode }).error?.issues.map(({ path }) => path[0])).toEqual(["episode"]);
  });

  it("accepts episodes 0 and 100,000", () => {
    expect([form({ episode: "0" }).success, form({ episode: "100000" }).success]).toEqual([
      true,
      true,
    ]);
  });
});

it("a button that names a state or a type needs no intent", () => {
  expect(listFormSchema.parse({ animeId: "7", state: "paused" })).toMatchObject({
    intent: "state",
    state: "paused",
  });
  expect(listFormSchema.parse({ animeId: "7", type: "Watching" })).toMatchObject({ intent: "put" });
});
