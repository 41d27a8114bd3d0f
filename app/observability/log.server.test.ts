import { afterEach, describe, expect, it, vi } from "vitest";
import { createLog, logRequest } from "./log.server";

const REQUEST = {
  requestId: "r1",
  method: "GET",
  path: '/anime/1/"quoted"\n',
  status: 200,
  ms: 1.26,
  isComplete: true,
};

function linesAt(level: string, isComplete: boolean): unknown[] {
  const lines: string[] = [];
  const log = createLog(level, { write: (line) => void lines.push(line) });
  logRequest(log, { ...REQUEST, isComplete });
  return lines.map((line): unknown => JSON.parse(line));
}

describe("the line of a request", () => {
  it("is JSON with the fields of the log's other lines", () => {
    expect(linesAt("info", true)).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        requestId: "r1",
        method: "GET",
        path: '/anime/1/"quoted"\n',
        status: 200,
        ms: 1.3,
        msg: "request",
      },
    ]);
  });

  it("names an aborted request", () => {
    expect(linesAt("info", false)).toMatchObject([{ msg: "request aborted" }]);
  });

  it("is left out above its level", () => {
    expect(linesAt("warn", true)).toEqual([]);
  });
});

describe("a full disk", () => {
  afterEach(() => void vi.useRealTimers());

  it("has one line a minute, without a trace and with the number of those left out", () => {
    vi.useFakeTimers();
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    const err = {
      code: "53100",
      message: "could not extend file: No space left on device",
      stack: "at",
    };
    const failEverywhere = () => {
      log.error({ requestId: "r1", err }, "unexpected error");
      log.warn({ err: "ENOSPC: no space left on device, write" }, "the image was not kept");
      log.info("There is no space left on the disk for the database: free some and start again.");
    };
    const read = () => lines.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>);
    failEverywhere();
    expect(read()).toMatchObject([{ level: 50, err: err.message, msg: "the disk is full" }]);
    vi.advanceTimersByTime(59_999);
    failEverywhere();
    log.error({ err: { message: "another fault" } }, "unexpected error");
    expect(read()).toMatchObject([{ err: { message: "another fault" } }]);
    vi.advanceTimersByTime(1);
    failEverywhere();
    const [line] = read();
    expect(line).toMatchObject({ leftOut: 5, msg: "the disk is full" });
    expect(JSON.stringify(line)).not.toContain("stack");
  });
});
