import { expect, it } from "vitest";
import { readAsker } from "./read-asker";

it.each([
  ["u=1, i", 1],
  ["i, u=0", 0],
  ["u=5", 5],
  ["i", 3],
  ["u=8", 3],
  ["u=12", 3],
  ["", 3],
  [undefined, 3],
])("reads the urgency of the priority %j as %i", (priority, urgency) => {
  const headers = new Headers(priority === undefined ? {} : { priority });
  const request = new Request("http://akari.test/media/cover/1/240.webp", { headers });
  expect(readAsker(request, { clientKey: "one" })).toEqual({ client: "one", urgency });
});
