import { describe, expect, it } from "vitest";
import { folderFormSchema, MAX_FOLDER_NAME, MAX_FOLDER_PATH } from "./folder-form";

const parse = (fields: Record<string, string>) => {
  const parsed = folderFormSchema.safeParse(fields);
  return parsed.success ? parsed.data : parsed.error.issues.map(({ path }) => path.join("."));
};

describe("the form of a media folder", () => {
  it("prefers the path that is typed to the one that is chosen", () => {
    expect(parse({ offered: "/a", folder: "", name: "" })).toEqual({
      field: "offered",
      path: "/a",
      name: undefined,
    });
    expect(parse({ offered: "/a", folder: " /b\n", name: " b " })).toEqual({
      field: "folder",
      path: "/b",
      name: "b",
    });
    expect(parse({ folder: "/b" })).toMatchObject({ field: "folder", path: "/b" });
  });

  it.each([
    [{}, ["folder"]],
    [{ offered: "", folder: "  " }, ["folder"]],
    [{ folder: "/a\0b" }, ["folder"]],
    [{ offered: "/a\0b" }, ["offered"]],
  ])("refuses %o at its field", (fields: Record<string, string>, expected) => {
    expect(parse(fields)).toEqual(expected);
  });

  it("takes paths and names up to their limits", () => {
    const path = (length: number) => `/${"a".repeat(length - 1)}`;
    expect(parse({ folder: path(MAX_FOLDER_PATH) })).toMatchObject({ field: "folder" });
    expect(parse({ folder: path(MAX_FOLDER_PATH + 1) })).toEqual(["folder"]);
    expect(parse({ offered: path(MAX_FOLDER_PATH) })).toMatchObject({ field: "offered" });
    expect(parse({ offered: path(MAX_FOLDER_PATH + 1) })).toEqual(["offered"]);
    expect(parse({ folder: "/a", name: "a".repeat(MAX_FOLDER_NAME) })).toMatchObject({
      path: "/a",
    });
    expect(parse({ folder: "/a", name: "a".repeat(MAX_FOLDER_NAME + 1) })).toEqual(["name"]);
  });
});
