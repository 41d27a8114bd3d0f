import { setImmediate as yieldToRequests } from "node:timers/promises";
import { SILENCE, STEP_SECONDS, WINDOW_SECONDS } from "./fingerprint";

/** Seconds of the first of two fingerprints. */
export interface Segment {
  start: number;
  end: number;
}

export interface CommonSegment extends Segment {
  /** Start of the segment in the second fingerprint. */
  otherStart: number;
}

const MIN_SEGMENT_SECONDS = 15;
const MAX_SEGMENT_SECONDS = 150;

/**
 * How many of 32 bits may differ. Unrelated sounds differ in 16 on average, in fewer than 12 once
 * in twenty steps.
 */
const MAX_DIFFERENT_BITS = 11;
/** Weighs against each step that agrees, so that a segment ends where dialogue covers the music. */
const DISAGREEMENT = -2;
const OFFSETS_AT_ONCE = 40;

/**
 * The longest sound that both have, wherever in each; null if none is 15 to 150 seconds long. Two
 * encodings of one episode have all in common, which is longer.
 */
export async function findCommonSegment(
  one: Uint32Array,
  other: Uint32Array,
  signal?: AbortSignal,
): Promise<CommonSegment | null> {
  const minSteps = MIN_SEGMENT_SECONDS / STEP_SECONDS;
  let best = { score: 0, from: 0, to: 0 };
  let bestOffset = 0;
  for (let offset = minSteps - other.length; offset <= one.length - minSteps; offset += 1) {
    if (offset % OFFSETS_AT_ONCE === 0) {
      await yieldToRequests();
      signal?.throwIfAborted();
    }
    const found = longestRun(one, other, offset);
    if (found.score <= best.score) continue;
    best = found;
    bestOffset = offset;
  }
  const segment = {
    start: best.from * STEP_SECONDS + WINDOW_SECONDS / 2,
    end: best.to * STEP_SECONDS + WINDOW_SECONDS / 2,
  };
  // The first step of a run may lie before its sound.
  if (best.from <= 1) segment.start = 0;
  const seconds = segment.end - segment.start;
  return seconds >= MIN_SEGMENT_SECONDS && seconds <= MAX_SEGMENT_SECONDS
    ? { ...segment, otherStart: segment.start - bestOffset * STEP_SECONDS }
    : null;
}

/** The steps of `one` whose agreement with `other`, moved by `offset`, adds up to the most. */
function longestRun(
  one: Uint32Array,
  other: Uint32Array,
  offset: number,
): { score: number; from: number; to: number } {
  let best = { score: 0, from: 0, to: 0 };
  let score = 0;
  let from = Math.max(0, offset);
  const end = Math.min(one.length, other.length + offset);
  for (let index = from; index < end; index += 1) {
    score += agrees(one[index] ?? SILENCE, other[index - offset] ?? SILENCE) ? 1 : DISAGREEMENT;
    if (score <= 0) {
      score = 0;
      from = index + 1;
    } else if (score > best.score) best = { score, from, to: index + 1 };
  }
  return best;
}

function agrees(one: number, other: number): boolean {
  return one !== SILENCE && other !== SILENCE && countBits(one ^ other) <= MAX_DIFFERENT_BITS;
}

function countBits(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
