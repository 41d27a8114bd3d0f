import { describe, expect, it } from "vitest";
import { folderFormSchema, MAX_FOLDER_NAME, MAX_FOLDER_PATH } from "./folder-form.server";

const parse = (fields: Record<string, string>) => {
  const parsed = folderFormSchema.safeParse(fields);
  return parsed.success ? parsed.data : parsed.error.issues.map(({ path }) => path.join("."));
};
const pathOf = (length: number) => `/${"a".repeat(length - 1)}`;

describe("the form of a media folder", () => {
  it.each([
    [
      { folder: "/b ", name: " b " },
      { folder: "/b ", name: "b" },
    ],
    [{ folder: "/b/..c/d..", name: "" }, { folder: "/b/..c/d.." }],
    [{ folder: "/Кино и 番組" }, { folder: "/Кино и 番組" }],
    [{ folder: pathOf(MAX_FOLDER_PATH) }, { folder: pathOf(MAX_FOLDER_PATH) }],
    [
      { folder: "/a", name: "a".repeat(MAX_FOLDER_NAME) },
      { folder: "/a", name: "a".repeat(MAX_FOLDER_NAME) },
    ],
  ])("takes %o", (fields: Record<string, string>, expected) => {
    expect(parse(fields)).toEqual(expected);
  });

  it.each([
    [{}, ["folder"]],
    [{ folder: "  " }, ["folder"]],
    [{ folder: "a/b" }, ["folder"]],
    [{ folder: "/a\0b" }, ["folder"]],
    [{ folder: "/a\nb" }, ["folder"]],
    [{ folder: "/a\n" }, ["folder"]],
    [{ folder: "/a/../b" }, ["folder"]],
    [{ folder: "/a/.." }, ["folder"]],
    [{ folder: pathOf(MAX_FOLDER_PATH + 1) }, ["folder"]],
    [{ folder: "/a", name: "a".repeat(MAX_FOLDER_NAME + 1) }, ["name"]],
  ])("refuses %o at its field", (fields: Record<string, string>, expected) => {
    expect(parse(fields)).toEqual(expected);
  });
});
