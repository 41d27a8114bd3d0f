import { describe, expect, it } from "vitest";
import { parseFormFields } from "./form-values";

const form = (value: Record<string, unknown>) => ({ value, isForm: true });

describe("form values", () => {
  it.each([
    ["on", true],
    ["true", true],
    ["1", true],
    ["false", false],
    ["off", false],
    [["false", "on"], true],
    ["false", false],
  ])("parse %j as %j for a checkbox", (value, checked) => {
    expect(parseFormFields(form({ box: value }), { booleans: ["box"] })).toEqual({ box: checked });
  });

  it("leave other texts to the schema", () => {
    expect(parseFormFields(form({ box: "maybe" }), { booleans: ["box"] })).toEqual({
      box: "maybe",
    });
  });

  it("clear an optional value that is empty", () => {
    expect(parseFormFields(form({ birthday: "", name: "" }), { optional: ["birthday"] })).toEqual({
      birthday: null,
      name: "",
    });
  });

  it("are typed in JSON: the text false is not a boolean there", () => {
    expect(
      parseFormFields({ value: { box: "false" }, isForm: false }, { booleans: ["box"] }),
    ).toEqual({
      box: "false",
    });
  });
});
