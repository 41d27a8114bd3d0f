import { setImmediate as yieldToRequests } from "node:timers/promises";
import { createSpectrum } from "./fft";

/** The sample rate of the mono 16-bit audio that fingerprints are made of. */
export const FINGERPRINT_RATE = 8_000;
/** Seconds between the values of a fingerprint. */
export const STEP_SECONDS = 0.125;

const WINDOW = 4_096;
export const WINDOW_SECONDS = WINDOW / FINGERPRINT_RATE;
const STEP = STEP_SECONDS * FINGERPRINT_RATE;
const BITS = 32;
const [LOWEST_HZ, HIGHEST_HZ] = [300, 2_000];
/** The loudness, out of 32,768, below which a window is silent. */
const SILENT_LEVEL = 16;
/** The fingerprint of silence, which is like no other sound. */
export const SILENCE = 0;
const STEPS_AT_ONCE = 16;

/** Starts of the 33 bands in the spectrum, evenly spaced to the ear. */
const BANDS = Array.from({ length: BITS + 2 }, (_, band) =>
  Math.round(
    (LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (band / (BITS + 1)) * WINDOW) / FINGERPRINT_RATE,
  ),
);

/**
 * 32 bits for every eighth of a second: whether the difference between neighbouring bands grew
 * since the step before (Haitsma and Kalker, "A Highly Robust Audio Fingerprinting System", 2002).
 * Volume, filters and encoders change few of them.
 */
export async function createFingerprint(
  samples: Int16Array,
  signal?: AbortSignal,
): Promise<Uint32Array> {
  const spectrum = createSpectrum(WINDOW);
  const count = Math.max(0, Math.floor((samples.length - WINDOW) / STEP) + 1);
  const values = new Uint32Array(count);
  let before = new Float64Array(BITS);
  for (let index = 0; index < count; index += 1) {
    if (index % STEPS_AT_ONCE === 0) {
      await yieldToRequests();
      signal?.throwIfAborted();
    }
    const from = index * STEP;
    const differences = bandDifferences(spectrum(samples, from));
    let value = 0;
    for (let bit = 0; bit < BITS; bit += 1)
      if ((differences[bit] ?? 0) > (before[bit] ?? 0)) value |= 1 << bit;
    const isHeard = index > 0 && loudest(samples, from) >= SILENT_LEVEL;
    values[index] = isHeard ? value >>> 0 || 1 : SILENCE;
    before = differences;
  }
  return values;
}

function bandDifferences(power: Float64Array): Float64Array<ArrayBuffer> {
  const differences = new Float64Array(BITS);
  let last = bandEnergy(power, 0);
  for (let bit = 0; bit < BITS; bit += 1) {
    const next = bandEnergy(power, bit + 1);
    differences[bit] = last - next;
    last = next;
  }
  return differences;
}

function bandEnergy(power: Float64Array, band: number): number {
  let energy = 0;
  for (let bin = BANDS[band] ?? 0; bin < (BANDS[band + 1] ?? 0); bin += 1)
    energy += power[bin] ?? 0;
  return energy;
}

function loudest(samples: Int16Array, from: number): number {
  let level = 0;
  for (let index = from; index < from + WINDOW; index += 1)
    level = Math.max(level, Math.abs(samples[index] ?? 0));
  return level;
}
