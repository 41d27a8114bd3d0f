import type { EvaluatedQuery } from "./generated-queries";

export interface Level {
  kind: string;
  queries: number;
  recallAt1: number;
  recallAt3: number;
  meanReciprocalRank: number;
}

export interface Evaluation {
  overall: Level;
  kinds: Level[];
  nonsenseFoundNothing: number;
  misses: { kind: string; query: string; accept: number[]; found: number[] }[];
  durations: number[];
}

export async function evaluate(
  queries: readonly EvaluatedQuery[],
  search: (query: string) => Promise<number[]>,
): Promise<Evaluation> {
  const ranks = new Map<string, number[]>();
  const misses: Evaluation["misses"] = [];
  const durations: number[] = [];
  let nonsense = 0;
  let silent = 0;
  for (const { kind, query, accept } of queries) {
    const start = performance.now();
    const result = await search(query);
    durations.push(performance.now() - start);
    if (accept.length === 0) {
      nonsense += 1;
      if (result.length === 0) silent += 1;
      else misses.push({ kind, query, accept, found: result.slice(0, 3) });
      continue;
    }
    const rank = result.findIndex((id) => accept.includes(id)) + 1;
    ranks.set(kind, [...(ranks.get(kind) ?? []), rank]);
    if (rank !== 1) misses.push({ kind, query, accept, found: result.slice(0, 3) });
  }
  const kinds = [...ranks].map(([kind, of]) => level(kind, of));
  const overall = level("overall", [...ranks.values()].flat());
  durations.sort((a, b) => a - b);
  return {
    overall,
    kinds,
    nonsenseFoundNothing: nonsense === 0 ? 1 : silent / nonsense,
    misses,
    durations,
  };
}

function level(kind: string, ranks: readonly number[]): Level {
  const share = (test: (rank: number) => boolean) => ranks.filter(test).length / ranks.length;
  return {
    kind,
    queries: ranks.length,
    recallAt1: share((rank) => rank === 1),
    recallAt3: share((rank) => rank >= 1 && rank <= 3),
    meanReciprocalRank:
      ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0) / ranks.length,
  };
}

export function reportOf({ overall, kinds, nonsenseFoundNothing, durations }: Evaluation): string {
  const row = ({ kind, queries, recallAt1, recallAt3, meanReciprocalRank }: Level) =>
    `| ${kind} | ${queries} | ${recallAt1.toFixed(3)} | ${recallAt3.toFixed(3)} | ${meanReciprocalRank.toFixed(3)} |`;
  const at = (share: number) =>
    (durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? 0).toFixed(
      1,
    );
  return [
    "| kind | queries | recall@1 | recall@3 | MRR |",
    "|---|---|---|---|---|",
    ...kinds.map(row),
    row(overall),
    "",
    `Nonsense that finds nothing: ${nonsenseFoundNothing.toFixed(3)}. Milliseconds per query: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}.`,
  ].join("\n");
}
