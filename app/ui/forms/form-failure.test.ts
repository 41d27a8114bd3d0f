import { expect, it } from "vitest";
import { formMessage } from "./form-failure";

const failure = {
  message: null,
  fields: { theme: "No such theme.", enfasiscolor: "No such color." },
  values: {},
};

it("shows above a form what no field shows itself", () => {
  expect(formMessage(failure)).toBe("No such theme. No such color.");
  expect(formMessage(failure, "enfasiscolor")).toBe("No such theme.");
  expect(formMessage({ ...failure, message: "Not saved." }, "enfasiscolor")).toBe(
    "Not saved. No such theme.",
  );
});

it("shows nothing above a form whose fields show everything, or that was accepted", () => {
  expect(formMessage(failure, "theme", "enfasiscolor")).toBeNull();
  expect(formMessage(undefined)).toBeNull();
});
