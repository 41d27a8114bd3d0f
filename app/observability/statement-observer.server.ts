import type { Log } from "./log.server";
import { currentScope } from "./request-scope.server";

/** Called with a statement; the result, with its end. */
export type StatementObserver = (
  statement: string | readonly string[],
) => (error?: { code: string }) => void;

interface StatementObserverOptions {
  /** Statements that take longer are logged; null if none is. */
  slowQueryMs: number | null;
  log: Pick<Log, "warn">;
  isTracing: boolean;
  now?: () => number;
}

const MAX_STATEMENT_LENGTH = 6_000;

/** Returns null where neither the log nor traces are wanted. */
export function createStatementObserver({
  slowQueryMs,
  log,
  isTracing,
  now = () => performance.now(),
}: StatementObserverOptions): StatementObserver | null {
  if (slowQueryMs === null && !isTracing) return null;
  return (statement) => {
    const scope = currentScope();
    const span = scope?.span?.child(operationOf(statement), {
      "db.system.name": "postgresql",
      "db.query.text": statementText(statement),
    });
    const started = now();
    return (error) => {
      span?.end({ error: error?.code });
      const ms = now() - started;
      if (slowQueryMs === null || ms < slowQueryMs) return;
      const fields = { requestId: scope?.requestId, ms: Math.round(ms), error: error?.code };
      log.warn({ ...fields, statement: statementText(statement) }, "slow query");
    };
  };
}

/** Returns the text with placeholders. `statement` may be a template's strings. */
function statementText(statement: string | readonly string[]): string {
  const text =
    typeof statement === "string"
      ? statement
      : statement.reduce((start, part, index) => `${start}$${index}${part}`);
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_STATEMENT_LENGTH);
}

function operationOf(statement: string | readonly string[]): string {
  const start = typeof statement === "string" ? statement : (statement[0] ?? "");
  return /^\s*(\w+)/.exec(start)?.[1]?.toUpperCase() ?? "SQL";
}
