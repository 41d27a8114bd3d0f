import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../app");
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => ({ name, text: readFileSync(join(root, name), "utf8") }));
const hasAction = (text: string) => /export (?:async )?function action\(/.test(text);
const showsMessage = (text: string) => text.includes("= useActionMessage(");
/** Pages that several routes show, or that lie beside their route. */
const shared = files.filter(({ text }) => showsMessage(text) && !hasAction(text));

/** The routes of pages that show the message of a change. */
const routes = files.filter(
  ({ text }) =>
    hasAction(text) &&
    (showsMessage(text) || shared.some(({ name }) => text.includes(`/${basename(name, ".tsx")}"`))),
);

it("finds the pages with rows that may leave with the response to their form", () => {
  expect(routes.length).toBeGreaterThan(9);
});

it.each(routes)("$name tells the page of each result, whatever row has left it", ({ text }) => {
  expect(text).toMatch(/= changeAction<typeof action>\(\);|return changeInPlace\(request/);
});
