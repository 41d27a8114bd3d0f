import { scatter } from "../drawing/motion";

/** AAC frames of 1,024 samples divide four seconds exactly, so audio and video segments align. */
export const SAMPLE_RATE = 32_000;

/**
 * One chord per segment, notes from the bass up ("D2 A2 F3"), and the second of the rising figure.
 */
export type Music = { seed: number; chords: readonly string[]; bloomAt: number };

const SEMITONES: Record<string, number> = {
  C: 0,
  "C#": 1,
  D: 2,
  "D#": 3,
  E: 4,
  F: 5,
  "F#": 6,
  G: 7,
  "G#": 8,
  A: 9,
  "A#": 10,
  B: 11,
};

/** Hertz of "A#3" (A4 = 440 Hz). */
export function frequency(note: string): number {
  const [, name = "", octave = ""] = /^([A-G]#?)(\d)$/.exec(note) ?? [];
  const semitone = SEMITONES[name];
  if (semitone === undefined) throw new Error(`"${note}" is not a note such as A#3`);
  return 440 * 2 ** ((semitone - 9) / 12 + Number(octave) - 4);
}

type Stereo = { left: Float32Array; right: Float32Array };
type Tone = { at: number; seconds: number; hertz: number; gain: number; pan: number };

/** Two detuned voices per channel with a slow attack and release. */
function pad(out: Stereo, { at, seconds, hertz, gain, pan }: Tone): void {
  const swell = 1.4;
  const first = Math.max(0, Math.floor(at * SAMPLE_RATE));
  const last = Math.min(out.left.length, Math.floor((at + seconds) * SAMPLE_RATE));
  for (let index = first; index < last; index += 1) {
    const time = index / SAMPLE_RATE - at;
    const edge = Math.min(1, time / swell, (seconds - time) / swell);
    const level =
      gain * edge * edge * (3 - 2 * edge) * (0.88 + 0.12 * Math.sin(time * 1.9 + hertz));
    const voice = (detune: number) => {
      const turn = Math.PI * 2 * hertz * detune * (time + 10);
      return Math.sin(turn) + 0.22 * Math.sin(turn * 2) + 0.06 * Math.sin(turn * 3);
    };
    out.left[index] = (out.left[index] ?? 0) + level * (1 - pan) * voice(0.9985);
    out.right[index] = (out.right[index] ?? 0) + level * (1 + pan) * voice(1.0015);
  }
}

/** Like a kalimba: fast attack, long decay, a metallic overtone. */
function pluck(out: Stereo, { at, seconds, hertz, gain, pan }: Tone): void {
  const first = Math.floor(at * SAMPLE_RATE);
  const last = Math.min(out.left.length, Math.floor((at + seconds) * SAMPLE_RATE));
  for (let index = first; index < last; index += 1) {
    const time = index / SAMPLE_RATE - at;
    const turn = Math.PI * 2 * hertz * time;
    const ending = Math.min(1, (seconds - time) * 8);
    const level = gain * Math.min(1, time * 220) * ending * Math.exp(-2.1 * time);
    const sound =
      Math.sin(turn) +
      0.3 * Math.sin(turn * 2) * Math.exp(-4 * time) +
      0.12 * Math.sin(turn * 5.4) * Math.exp(-16 * time);
    out.left[index] = (out.left[index] ?? 0) + level * (1 - pan) * sound;
    out.right[index] = (out.right[index] ?? 0) + level * (1 + pan) * sound;
  }
}

/** Reverb: four damped comb filters per channel, mixed under the dry sound. */
function room(dry: Float32Array, delays: readonly number[], share: number): Float32Array {
  const wet = new Float32Array(dry.length);
  for (const seconds of delays) {
    const buffer = new Float32Array(Math.round(seconds * SAMPLE_RATE));
    let at = 0;
    let damped = 0;
    for (let index = 0; index < dry.length; index += 1) {
      const echo = buffer[at] ?? 0;
      damped = damped * 0.45 + echo * 0.55;
      buffer[at] = (dry[index] ?? 0) + damped * 0.78;
      at = (at + 1) % buffer.length;
      wet[index] = (wet[index] ?? 0) + echo / delays.length;
    }
  }
  return dry.map((value, index) => value * (1 - share) + (wet[index] ?? 0) * share);
}

/** Chord notes two octaves up, on about half of the half-second beats, never on the first. */
function melody(music: Music, segmentSeconds: number): Tone[] {
  return music.chords.flatMap((chord, segment) => {
    const notes = chord.split(" ").slice(1);
    const beats = segmentSeconds * 2;
    return Array.from({ length: beats }, (_, beat) => segment * beats + beat)
      .filter(
        (beat) =>
          beat >= 2 &&
          beat % beats !== 0 &&
          beat < music.chords.length * beats - 3 &&
          scatter(music.seed, beat) < 0.5,
      )
      .map((beat) => {
        const note = notes[Math.floor(scatter(music.seed + 1, beat) * notes.length)] ?? "A3";
        const hertz = frequency(note) * (frequency(note) < 230 ? 4 : 2);
        return {
          at: beat / 2 + 0.02 * scatter(music.seed + 2, beat),
          seconds: 2.6,
          hertz,
          gain: 0.1 + 0.04 * scatter(music.seed + 3, beat),
          pan: 0.5 * (scatter(music.seed + 4, beat) - 0.5),
        };
      });
  });
}

/**
 * Interleaved 16-bit stereo samples; peaks at -3 dBFS. Each chord lasts one segment and overlaps
 * its neighbours.
 */
export function soundtrack(music: Music, segmentSeconds: number): Int16Array {
  const seconds = music.chords.length * segmentSeconds;
  const out: Stereo = {
    left: new Float32Array(seconds * SAMPLE_RATE),
    right: new Float32Array(seconds * SAMPLE_RATE),
  };
  music.chords.forEach((chord, segment) => {
    chord.split(" ").forEach((note, index) => {
      const hertz = frequency(note);
      pad(out, {
        at: segment * segmentSeconds - 0.7,
        seconds: segmentSeconds + 1.4,
        hertz,
        gain: index === 0 ? 0.09 : 0.05,
        pan: index === 0 ? 0 : 0.3 * (index % 2 === 0 ? 1 : -1),
      });
    });
  });
  for (const tone of melody(music, segmentSeconds)) pluck(out, tone);
  ["F4", "A4", "C5", "F5", "G5", "C6"].forEach((note, index) => {
    pluck(out, {
      at: music.bloomAt + index * 0.14,
      seconds: 3.2,
      hertz: frequency(note),
      gain: 0.13,
      pan: (index - 2.5) / 8,
    });
  });
  return finish(
    room(out.left, [0.0719, 0.0887, 0.1013, 0.1171], 0.42),
    room(out.right, [0.0743, 0.0859, 0.1039, 0.1153], 0.42),
    seconds,
  );
}

function finish(left: Float32Array, right: Float32Array, seconds: number): Int16Array {
  const peak = left.reduce(
    (most, value, index) => Math.max(most, Math.abs(value), Math.abs(right[index] ?? 0)),
    0,
  );
  const samples = new Int16Array(left.length * 2);
  for (let index = 0; index < left.length; index += 1) {
    const time = index / SAMPLE_RATE;
    const level = (Math.min(1, time / 0.8, (seconds - time) / 2.2) * 0.7 * 32_767) / peak;
    samples[index * 2] = Math.round((left[index] ?? 0) * level);
    samples[index * 2 + 1] = Math.round((right[index] ?? 0) * level);
  }
  return samples;
}

export function wav(samples: Int16Array): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 4, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([
    header,
    Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
  ]);
}
