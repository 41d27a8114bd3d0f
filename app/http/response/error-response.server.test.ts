import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { AppError, DiskFull } from "~/errors/app-error";
import { watchDisk } from "~/errors/disk-full";
import { toAppError, errorResponse, logError } from "./error-response.server";

describe("a full disk", () => {
  const postgres = Object.assign(new Error("could not extend file"), { code: "53100" });
  const node = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  const errors = {
    statement: new DrizzleQueryError("INSERT", [], postgres),
    file: node,
    session: new AppError("database-failed", "http.sessionUnavailable", { cause: postgres }),
    upload: new AppError("upstream-failed", "http.internal", { cause: node }),
  };

  it.each(Object.entries(errors))(
    "is said of a failed %s, by 503 or as specified",
    async (_, error) => {
      const statusAt = async (path?: string) => {
        const response = errorResponse(error, "plain", path);
        expect(((await response.json()) as { error: string }).error).toMatch(
          /^The disk is full\. /,
        );
        return response.status;
      };
      expect(await statusAt()).toBe(503);
      expect(await statusAt("/api/user/tokens")).toBe(503);
      expect(await statusAt("/api/userprofile")).toBe(503);
      for (const path of ["/api/uploadImage", "/api/user/watchList/import", "/api/animes/full"])
        expect(await statusAt(path)).toBe(500);
    },
  );

  it("explains a database that has stopped, where no space is left", () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    expect(toAppError(refused)?.code).toBe("database-failed");
    onTestFinished(() => watchDisk("/"));
    // The size of this file system is 0.
    watchDisk("/proc");
    expect(toAppError(refused)).toBeInstanceOf(DiskFull);
    const upstream = new AppError("upstream-failed", "http.internal", { cause: refused });
    expect(toAppError(upstream)).toBe(upstream);
  });
});

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
