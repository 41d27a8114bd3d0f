import { expect, it } from "vitest";
import { wordsAbove } from "./form-failure";

const failure = {
  message: null,
  fields: { theme: "No such theme.", enfasiscolor: "No such color." },
  values: {},
};

it("says above a form what no field of it says itself", () => {
  expect(wordsAbove(failure)).toBe("No such theme. No such color.");
  expect(wordsAbove(failure, "enfasiscolor")).toBe("No such theme.");
  expect(wordsAbove({ ...failure, message: "Not saved." }, "enfasiscolor")).toBe(
    "Not saved. No such theme.",
  );
});

it("says nothing above a form whose fields say everything, or that was not refused", () => {
  expect(wordsAbove(failure, "theme", "enfasiscolor")).toBeNull();
  expect(wordsAbove(undefined)).toBeNull();
});
