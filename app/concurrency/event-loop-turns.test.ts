import { expect, it } from "vitest";
import { createEventLoopTurns } from "./event-loop-turns";

it("lets other callbacks run between any two calls", async () => {
  const nextTurn = createEventLoopTurns();
  const order: string[] = [];
  let isDone = false;
  const others = () => {
    order.push("other");
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  await Promise.all(
    ["one", "two", "three"].map(async (name) => {
      await nextTurn();
      order.push(name);
    }),
  );
  isDone = true;
  const between = order.join(" ").split(/one|two|three/);
  expect(order.filter((name) => name !== "other")).toEqual(["one", "two", "three"]);
  expect(between[1]).toContain("other");
  expect(between[2]).toContain("other");
});
