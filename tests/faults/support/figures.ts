import { appendFileSync } from "node:fs";
import { inject } from "vitest";
import { percentile } from "../../../bench/support/percentiles";
import { seededRandom, type Random } from "../../support/random";

export interface Figure {
  fault: string;
  goal: string;
  measured: string;
}

export function recordFigure(figure: Figure): void {
  appendFileSync(inject("faults").figures, `${JSON.stringify(figure)}\n`);
}

/** The same in every run with the same seed. */
export function testRandom(name: string): Random {
  const salt = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return seededRandom((inject("faults").seed ^ salt) >>> 0);
}

export function kills(): number {
  return inject("faults").kills;
}

export function seconds(milliseconds: readonly number[]): string {
  const format = (value: number) => (value / 1000).toFixed(1);
  return `${format(percentile(milliseconds, 50))} s at p50, ${format(Math.max(...milliseconds))} s at most`;
}
