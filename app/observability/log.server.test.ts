import { describe, expect, it } from "vitest";
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
