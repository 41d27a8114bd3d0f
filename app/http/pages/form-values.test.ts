import { describe, expect, it } from "vitest";
import { parseFormFields } from "./form-values";

const form = (value: Record<string, unknown>) => ({ value, isForm: true });

describe("the values of a form", () => {
  it.each([
    ["on", true],
    ["true", true],
    ["1", true],
    ["false", false],
    ["off", false],
    [["false", "on"], true],
    ["false", false],
  ])("say with %j that a box is %j", (value, checked) => {
    expect(parseFormFields(form({ box: value }), { booleans: ["box"] })).toEqual({ box: checked });
  });

  it("leave a text alone that says neither, for the schema to refuse", () => {
    expect(parseFormFields(form({ box: "maybe" }), { booleans: ["box"] })).toEqual({
      box: "maybe",
    });
  });

  it("take an optional value away by leaving it empty", () => {
    expect(parseFormFields(form({ birthday: "", name: "" }), { optional: ["birthday"] })).toEqual({
      birthday: null,
      name: "",
    });
  });

  it("are JSON's own in JSON: the text false is no boolean there", () => {
    expect(
      parseFormFields({ value: { box: "false" }, isForm: false }, { booleans: ["box"] }),
    ).toEqual({
      box: "false",
    });
  });
});
