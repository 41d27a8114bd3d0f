import { describe, expect, it } from "vitest";
import { runInScope, type RequestScope, type TraceSpan } from "./request-scope.server";
import { createStatementObserver } from "./statement-observer.server";

const SCOPE: RequestScope = { requestId: "request-1", span: null, route: null };

function setUp(slowQueryMs: number | null, isTracing = false) {
  const lines: unknown[] = [];
  let time = 0;
  const observe = createStatementObserver({
    slowQueryMs,
    isTracing,
    log: { warn: (...line: unknown[]) => lines.push(line) },
    now: () => time,
  });
  const run = (statement: string | readonly string[], ms: number, error?: { code: string }) => {
    const end = observe?.(statement);
    time += ms;
    end?.(error);
  };
  return { observe, lines, run };
}

describe("the slow-query log", () => {
  it("has a statement that takes as long as the limit, and none below it", () => {
    const { lines, run } = setUp(200);
    run("SELECT 1", 199);
    expect(lines).toEqual([]);
    run("SELECT 2", 200);
    expect(lines).toEqual([[{ ms: 200, statement: "SELECT 2" }, "slow query"]]);
  });

  it("has placeholders instead of values, and the request's id", () => {
    const { lines, run } = setUp(10);
    runInScope(SCOPE, () => run(["SELECT *\n  FROM users WHERE a = ", " AND b = ", ""], 10));
    expect(lines).toMatchObject(
      [
        [{ requestId: "request-1", statement: "SELECT * FROM users WHERE a = $1 AND b = $2" }, {}],
      ].map(([fields]) => [fields, "slow query"]),
    );
  });

  it("has the code of a failed statement, and cuts long ones", () => {
    const { lines, run } = setUp(10);
    run(`SELECT ${"a".repeat(7_000)}`, 4_000, { code: "57014" });
    expect(lines).toMatchObject([[{ error: "57014", ms: 4_000 }, "slow query"]]);
    const [[fields]] = lines as [[{ statement: string }]];
    expect(fields.statement).toHaveLength(6_000);
  });

  it("times nothing when neither it nor tracing is on", () => {
    expect(setUp(null).observe).toBeNull();
    expect(setUp(null, true).observe).not.toBeNull();
  });
});

it("traces statements of requests only", () => {
  const ended: unknown[] = [];
  const child: TraceSpan["child"] = (name, attributes) => ({
    child,
    end: (result) => ended.push([name, attributes["db.query.text"], result]),
  });
  const span: TraceSpan = { child, end: () => undefined };
  const { run, lines } = setUp(null, true);
  run("SELECT 1", 5);
  runInScope({ ...SCOPE, span }, () => run("  insert INTO a VALUES ($1)", 5, { code: "23505" }));
  expect(ended).toEqual([["INSERT", "insert INTO a VALUES ($1)", { error: "23505" }]]);
  expect(lines).toEqual([]);
});
