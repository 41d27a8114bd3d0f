import type { Random } from "../../support/random";

const MAX_STEPS = 5;
const BIG = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xee6b2800, 0xffffffff];
/** Names of tables and elements whose next bytes are counts and sizes. */
const MARKS = [
  ...["stts", "stsc", "stsz", "stco", "ctts", "stss", "elst", "mvhd", "mdhd", "trun", "tfhd"],
  ...["idx1", "movi", "strh", "avih"],
  // Packets of a transport stream and of its video and sound, units of H.264, and frames of AAC.
  ...["\x47\x41", "\x47\x01", "\0\0\x01\xe0", "\0\0\x01\xc0", "\0\0\0\x01", "\xff\xf1"],
  ...[
    "\x1c\x53\xbb\x6b",
    "\x1f\x43\xb6\x75",
    "\x16\x54\xae\x6b",
    "\x15\x49\xa9\x66",
    "\xa0",
    "\xa3",
  ],
];

/** Changes a film where it hurts: sizes and counts, blocks, its end, and single bits. */
export function damage(film: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(film);
  const place = () => random.below(Math.max(1, bytes.length));
  const number = (at: number) => {
    if (at + 4 <= bytes.length) bytes.writeUInt32BE(random.pick(BIG), at);
  };
  const steps: (() => void)[] = [
    () => {
      const mark = Buffer.from(random.pick(MARKS), "latin1");
      const at = bytes.indexOf(mark, random.below(2) === 0 ? 0 : place());
      if (at !== -1) number(at + mark.length + random.below(24));
    },
    () => number(place()),
    () => {
      const at = place();
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    },
    () => {
      const at = place();
      bytes.fill(random.pick([0, 0xff]), at, Math.min(bytes.length, at + 1 + random.below(64)));
    },
    () => {
      bytes = bytes.subarray(0, place());
    },
    () => {
      const at = place();
      const part = bytes.subarray(at, at + random.below(4_096));
      const copies = Array<Buffer>(1 + random.below(30)).fill(part);
      bytes = Buffer.concat([bytes.subarray(0, at), ...copies, bytes.subarray(at)]);
    },
    () => {
      const at = place();
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.below(2_048))]);
    },
  ];
  for (let left = 1 + random.below(MAX_STEPS); left > 0; left -= 1) random.pick(steps)();
  return bytes;
}
