import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { toAppError, errorResponse, logError } from "./error-response.server";

describe("a failed statement", () => {
  const failed = new DrizzleQueryError(
    "SELECT * FROM search_history WHERE query = $1",
    ["free text"],
    new Error("connection lost"),
  );

  it("is a database error", () => {
    expect(toAppError(failed)?.code).toBe("database-failed");
  });

  it.each([
    ["its time limit", "57014"],
    ["the limit for a lock", "55P03"],
    ["a deadlock", "40P01"],
    ["a change of others", "40001"],
  ])("is reported as busy when it met %s", (_, code) => {
    const cancelled = Object.assign(new Error("canceling statement"), { code });
    const timedOut = new DrizzleQueryError("SELECT 1", [], cancelled);
    const response = errorResponse(timedOut);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  });

  it("is logged by its cause, without the statement and users' input", () => {
    let line = "";
    logError(pino({}, { write: (text: string) => (line += text) }), failed, { requestId: "r" });
    expect(line).toContain("connection lost");
    expect(line).not.toContain("typed");
    expect(line).not.toContain("search_history");
  });
});
