/** The power of each frequency up to half the sample rate, of windows of `size` samples. */
export function createSpectrum(
  size: number,
): (samples: ArrayLike<number>, from: number) => Float64Array {
  const bits = Math.log2(size);
  const cosines = Float64Array.from({ length: size / 2 }, (_, k) =>
    Math.cos((2 * Math.PI * k) / size),
  );
  const sines = Float64Array.from({ length: size / 2 }, (_, k) =>
    Math.sin((2 * Math.PI * k) / size),
  );
  const hann = Float64Array.from(
    { length: size },
    (_, k) => 0.5 - 0.5 * Math.cos((2 * Math.PI * k) / (size - 1)),
  );
  const reversed = Uint32Array.from({ length: size }, (_, index) => {
    let other = 0;
    for (let bit = 0; bit < bits; bit += 1) other |= ((index >> bit) & 1) << (bits - 1 - bit);
    return other;
  });
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const power = new Float64Array(size / 2);
  return (samples, from) => {
    for (let index = 0; index < size; index += 1) {
      real[reversed[index] ?? 0] = (samples[from + index] ?? 0) * (hann[index] ?? 0);
      imaginary[index] = 0;
    }
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half)
        for (let k = 0; k < half; k += 1) {
          const [even, odd] = [start + k, start + k + half];
          const [cosine, sine] = [cosines[k * step] ?? 0, sines[k * step] ?? 0];
          const [oddReal, oddImaginary] = [real[odd] ?? 0, imaginary[odd] ?? 0];
          const turnedReal = oddReal * cosine + oddImaginary * sine;
          const turnedImaginary = oddImaginary * cosine - oddReal * sine;
          const [evenReal, evenImaginary] = [real[even] ?? 0, imaginary[even] ?? 0];
          real[odd] = evenReal - turnedReal;
          imaginary[odd] = evenImaginary - turnedImaginary;
          real[even] = evenReal + turnedReal;
          imaginary[even] = evenImaginary + turnedImaginary;
        }
    }
    for (let k = 0; k < size / 2; k += 1) power[k] = (real[k] ?? 0) ** 2 + (imaginary[k] ?? 0) ** 2;
    return power;
  };
}
