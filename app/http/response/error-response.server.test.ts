import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { asAppError, logError } from "./error-response.server";

describe("a failed statement", () => {
  const failed = new DrizzleQueryError(
    "select * from search_history where query = $1",
    ["what somebody typed"],
    new Error("connection lost"),
  );

  it("is the database's failure", () => {
    expect(asAppError(failed)?.code).toBe("database-failed");
  });

  it("is logged by its cause, without the statement and what people typed into it", () => {
    let line = "";
    logError(pino({}, { write: (text: string) => (line += text) }), failed, { requestId: "r" });
    expect(line).toContain("connection lost");
    expect(line).not.toContain("typed");
    expect(line).not.toContain("search_history");
  });
});
