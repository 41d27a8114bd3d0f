import { describe, expect, it } from "vitest";
import { changedFields, toEditValues } from "./entry-form";
import { listFormSchema } from "./list-form";

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
