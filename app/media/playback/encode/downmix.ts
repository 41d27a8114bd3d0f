const SIDE = Math.SQRT1_2;

/**
 * Expects the order of decoders: left, right, center, low frequencies, then pairs of surrounds.
 * Weights add up to 1, so that nothing clips.
 */
export function toStereo(channels: readonly Float32Array[]): [Float32Array, Float32Array] {
  const [left, right, center, , ...surrounds] = channels;
  if (left === undefined) return [new Float32Array(0), new Float32Array(0)];
  if (right === undefined) return [left, left];
  if (center === undefined) return [left, right];
  const rest = channels.length >= 5 ? surrounds : [];
  const pairs = Math.ceil(rest.length / 2);
  const scale = 1 / (1 + SIDE + SIDE * pairs);
  const mix = (front: Float32Array, side: number) => {
    const mixed = new Float32Array(front.length);
    for (let index = 0; index < mixed.length; index += 1) {
      let value = (front[index] ?? 0) + SIDE * (center[index] ?? 0);
      for (let pair = 0; pair < pairs; pair += 1)
        value += SIDE * ((rest[pair * 2 + side] ?? rest[pair * 2])?.[index] ?? 0);
      mixed[index] = value * scale;
    }
    return mixed;
  };
  return [mix(left, 0), mix(right, 1)];
}
