import { boxesIn } from "./isobmff-boxes";
import { UnreadableMedia } from "./unreadable-media";

/** Boxes that contain boxes, as far as a demuxer reads them (ISO 14496-12, section 6.2). */
const CONTAINERS = new Set(["moov", "trak", "mdia", "minf", "stbl", "mvex", "moof", "traf"]);
/** The deepest box that counts, `stsz`, is the fifth. */
const MAX_DEPTH = 8;
/**
 * Samples of all tracks whose times a demuxer sorts: seven hours of 60 frames per second. Of the
 * others it keeps the size, a quarter of the memory.
 */
const MAX_SORTED_SAMPLES = 1_500_000;
const COST_OF_UNSORTED = 1 / 4;
/** A demuxer adds up the sizes of a chunk's samples for each of them. */
const MAX_SAMPLES_PER_CHUNK = 100_000;

/** Careless muxers time a few samples more than there are. */
const MAX_SURPLUS_SAMPLES = 1_000;

/** Numbers of entries that the tables of one track claim to have. */
interface Tables {
  samples: number | null;
  hasEqualSizes: boolean;
  timedSamples: number;
  shiftedSamples: number;
  chunks: number;
  runs: { firstChunk: number; samples: number }[];
}

/**
 * Checks that the tables in `box`, a whole `moov` or `moof`, hold as many entries as they claim,
 * and that what they claim of samples and chunks agrees: a demuxer would make an object of each.
 * Throws `UnreadableMedia`.
 */
export function checkTables(box: Buffer): void {
  let cost = 0;

  function visit(content: Buffer, depth: number, tables: Tables): void {
    for (const { type, content: child } of boxesIn(content)) {
      if (type === "trak") {
        const track = newTables();
        visit(child, depth + 1, track);
        cost += checkTrack(track);
      } else if (CONTAINERS.has(type)) {
        if (depth === MAX_DEPTH) throw new UnreadableMedia("media.liesAboutStructure");
        visit(child, depth + 1, tables);
      } else if (type === "trun") cost += countRun(child);
      else readTable(type, child, tables);
      if (cost > MAX_SORTED_SAMPLES) throw new UnreadableMedia("media.headTooLarge");
    }
  }

  visit(box, 0, newTables());
}

function newTables(): Tables {
  return {
    samples: null,
    hasEqualSizes: false,
    timedSamples: 0,
    shiftedSamples: 0,
    chunks: 0,
    runs: [],
  };
}

/** Bytes of an entry, by table (ISO 14496-12, sections 8.6 and 8.7). */
const ENTRY_BYTES: Readonly<Record<string, number>> = {
  stts: 8,
  ctts: 8,
  stss: 4,
  stco: 4,
  co64: 8,
  stsc: 12,
};

function readTable(type: string, content: Buffer, tables: Tables): void {
  if (type === "stsz" || type === "stz2") {
    readSizes(type, content, tables);
    return;
  }
  const entryBytes = ENTRY_BYTES[type];
  if (entryBytes === undefined) return;
  const count = fieldAt(content, 4);
  requireFits(count * entryBytes, content.length - 8);
  if (type === "stts") tables.timedSamples += sumOfCounts(content, count);
  if (type === "ctts") tables.shiftedSamples += sumOfCounts(content, count);
  if (type === "stco" || type === "co64") tables.chunks += count;
  if (type === "stsc")
    for (let index = 0; index < count; index += 1)
      tables.runs.push({
        firstChunk: fieldAt(content, 8 + index * 12),
        samples: fieldAt(content, 12 + index * 12),
      });
}

function readSizes(type: "stsz" | "stz2", content: Buffer, tables: Tables): void {
  const count = fieldAt(content, 8);
  const size = fieldAt(content, 4);
  tables.samples = count;
  if (type === "stsz") {
    tables.hasEqualSizes = size !== 0;
    if (size === 0) requireFits(count * 4, content.length - 12);
    return;
  }
  const bits = size & 0xff;
  if (![4, 8, 16].includes(bits)) throw new UnreadableMedia("media.liesAboutStructure");
  requireFits((count * bits) / 8, content.length - 12);
}

function sumOfCounts(content: Buffer, count: number): number {
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += fieldAt(content, 8 + index * 8);
  return sum;
}

function fieldAt(content: Buffer, offset: number): number {
  if (offset + 4 > content.length) throw new UnreadableMedia("media.liesAboutStructure");
  return content.readUInt32BE(offset);
}

function requireFits(needed: number, available: number): void {
  if (needed > available) throw new UnreadableMedia("media.liesAboutStructure");
}

/** Returns what the track's samples cost, in samples that are sorted. */
function checkTrack(tables: Tables): number {
  const { samples, hasEqualSizes, timedSamples, shiftedSamples, chunks, runs } = tables;
  let previous = 0;
  for (const { firstChunk, samples: perChunk } of runs) {
    if (firstChunk <= previous || firstChunk > Math.max(chunks, 1))
      throw new UnreadableMedia("media.liesAboutStructure");
    // Each sample of sound without compression counts; their sizes are equal.
    if (!hasEqualSizes && perChunk > MAX_SAMPLES_PER_CHUNK)
      throw new UnreadableMedia("media.headTooLarge");
    previous = firstChunk;
  }
  const timed = Math.max(timedSamples, shiftedSamples);
  if (!hasEqualSizes && timed > (samples ?? 0) + MAX_SURPLUS_SAMPLES)
    throw new UnreadableMedia("media.liesAboutStructure");
  return shiftedSamples > 0 ? timed : hasEqualSizes ? 0 : (samples ?? 0) * COST_OF_UNSORTED;
}

const SAMPLE_FIELDS = [0x100, 0x200, 0x400, 0x800];

/** The samples of a fragment's run (section 8.8.8). */
function countRun(content: Buffer): number {
  const flags = fieldAt(content, 0) & 0xffffff;
  const count = fieldAt(content, 4);
  const head = 8 + 4 * [0x1, 0x4].filter((flag) => (flags & flag) !== 0).length;
  const fields = SAMPLE_FIELDS.filter((flag) => (flags & flag) !== 0).length;
  requireFits(count * 4 * fields, content.length - head);
  return count;
}
