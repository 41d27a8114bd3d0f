import { describe, expect, it } from "vitest";
import { createLog } from "./log.server";
import { createRecentErrors } from "./recent-errors";

function start() {
  const errors = createRecentErrors();
  return { errors, log: createLog("info", { write: () => undefined }, errors) };
}

describe("recent errors", () => {
  it("are the log's error lines with their request ids, newest first", () => {
    const { errors, log } = start();
    log.error({ requestId: "r1", err: { name: "TypeError", message: "x is null" } }, "first");
    log.warn({ requestId: "r2" }, "only a warning");
    log.error({ err: "no connection" }, "second");
    log.fatal("third");
    expect(errors.list()).toMatchObject([
      { requestId: null, message: "third", cause: null },
      { requestId: null, message: "second", cause: "no connection" },
      { requestId: "r1", message: "first", cause: "x is null" },
    ]);
  });

  it("are at most fifty, and counted beyond", () => {
    const { errors, log } = start();
    for (let number = 1; number <= 51; number += 1) log.error(`error ${number}`);
    const messages = errors.list().map(({ message }) => message);
    expect([messages.length, messages[0], messages.at(-1)]).toEqual([50, "error 51", "error 2"]);
    expect(errors.total).toBe(51);
  });
});
