import { EncodedPacketSink, type EncodedPacket, type Input, type InputTrack } from "mediabunny";
import type { FileBytes } from "./file-bytes.server";
import { boxesIn } from "./isobmff-boxes";

/** How packets of a track are read. */
export type PacketSink = Pick<
  EncodedPacketSink,
  | "getFirstPacket"
  | "getFirstKeyPacket"
  | "getPacket"
  | "getKeyPacket"
  | "getNextPacket"
  | "getNextKeyPacket"
>;

/** Boxes of which a file has few before its head and its first fragment. */
const MAX_BOXES = 200;
const CONTAINERS = new Set(["moov", "trak", "mdia", "minf", "stbl"]);
const TABLES = new Set(["stts", "ctts", "stss", "stsc", "stsz", "stz2", "stco", "co64"]);

/**
 * Finds where a file names its sample tables, if fragments follow them, as ffmpeg writes with
 * `frag_keyframe` alone. mediabunny reads no fragment of a track that has a sample table, so such a
 * file is opened a second time without these names. Heads of more bytes are not looked at.
 */
export async function findHybridTables(bytes: FileBytes, maxHeadBytes: number): Promise<number[]> {
  let tables: number[] = [];
  let offset = 0;
  for (let count = 0; count < MAX_BOXES && offset < bytes.size; count += 1) {
    const box = await boxAt(bytes, offset);
    if (box === null) return [];
    if (box.type === "moof" && tables.length > 0) return tables;
    if (box.type === "moov") {
      const size = box.end - box.content;
      if (size > maxHeadBytes || !(await hasFragments(bytes, box))) return [];
      const head = await bytes.read(box.content, size);
      if (!hasSamples(head)) return [];
      tables = listTables(head, box.content);
    }
    offset = box.end;
  }
  return [];
}

interface Box {
  type: string;
  content: number;
  end: number;
}

async function boxAt(bytes: FileBytes, offset: number): Promise<Box | null> {
  const head = await bytes.read(offset, 16, 0);
  if (head.length < 8) return null;
  const short = head.readUInt32BE(0);
  if (short === 1 && head.length < 16) return null;
  const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? bytes.size : short;
  const content = offset + (short === 1 ? 16 : 8);
  const end = Math.min(offset + size, bytes.size);
  return end < content ? null : { type: head.toString("latin1", 4, 8), content, end };
}

/** Whether a head announces fragments, by the boxes in it: their content may have megabytes. */
async function hasFragments(bytes: FileBytes, { content, end }: Box): Promise<boolean> {
  let offset = content;
  for (let count = 0; count < MAX_BOXES * 2 && offset < end; count += 1) {
    const box = await boxAt(bytes, offset);
    if (box === null) return false;
    if (box.type === "mvex") return true;
    offset = box.end;
  }
  return false;
}

/** Whether a sample table names a sample: those of files that are all fragments are empty. */
function hasSamples(parent: Buffer): boolean {
  return [...boxesIn(parent)].some(({ type, content }) => {
    if (CONTAINERS.has(type)) return hasSamples(content);
    const isSizes = type === "stsz" || type === "stz2";
    return isSizes && content.length >= 12 && content.readUInt32BE(8) > 0;
  });
}

function listTables(parent: Buffer, offset: number): number[] {
  return [...boxesIn(parent)].flatMap(({ type, content }) => {
    const at = offset + content.byteOffset - parent.byteOffset;
    if (CONTAINERS.has(type)) return listTables(content, at);
    return TABLES.has(type) ? [at - 4] : [];
  });
}

/**
 * Reads a track's packets. `fragments` is the file without its sample tables, if the track may go
 * on in fragments; else null.
 */
export async function packetSink(track: InputTrack, fragments: Input | null): Promise<PacketSink> {
  const sink = new EncodedPacketSink(track);
  const continued = await continuationOf(track, fragments);
  return continued === null ? sink : new HybridSink(sink, new EncodedPacketSink(continued));
}

/** The part of a track that is in fragments, if another one is in its sample table. */
export async function continuationOf(
  track: InputTrack,
  fragments: Input | null,
): Promise<InputTrack | null> {
  const tracks = (await fragments?.getTracks()) ?? [];
  const continued = tracks.find(({ id }) => id === track.id);
  if (continued === undefined) return null;
  const options = { metadataOnly: true };
  const first = await new EncodedPacketSink(track).getFirstPacket(options);
  const next = await new EncodedPacketSink(continued).getFirstPacket(options);
  // A track without a table of samples begins with the first fragment.
  return first === null || next === null || next.timestamp <= first.timestamp ? null : continued;
}

/** The packets of a sample table, and then those of the fragments. */
class HybridSink implements PacketSink {
  readonly #fromFragments = new WeakSet<EncodedPacket>();

  constructor(
    private readonly table: EncodedPacketSink,
    private readonly fragments: EncodedPacketSink,
  ) {}

  getFirstPacket: PacketSink["getFirstPacket"] = (options) => this.table.getFirstPacket(options);

  getFirstKeyPacket: PacketSink["getFirstKeyPacket"] = async (options) =>
    (await this.table.getFirstKeyPacket(options)) ??
    this.#mark(await this.fragments.getFirstKeyPacket(options));

  getPacket: PacketSink["getPacket"] = async (time, options) =>
    this.#mark(await this.fragments.getPacket(time, options)) ??
    this.table.getPacket(time, options);

  getKeyPacket: PacketSink["getKeyPacket"] = async (time, options) =>
    this.#mark(await this.fragments.getKeyPacket(time, options)) ??
    this.table.getKeyPacket(time, options);

  getNextPacket: PacketSink["getNextPacket"] = async (packet, options) => {
    if (this.#fromFragments.has(packet))
      return this.#mark(await this.fragments.getNextPacket(packet, options));
    return (
      (await this.table.getNextPacket(packet, options)) ??
      this.#mark(await this.fragments.getFirstPacket(options))
    );
  };

  getNextKeyPacket: PacketSink["getNextKeyPacket"] = async (packet, options) => {
    if (this.#fromFragments.has(packet))
      return this.#mark(await this.fragments.getNextKeyPacket(packet, options));
    return (
      (await this.table.getNextKeyPacket(packet, options)) ??
      this.#mark(await this.fragments.getFirstKeyPacket(options))
    );
  };

  #mark(packet: EncodedPacket | null): EncodedPacket | null {
    if (packet !== null) this.#fromFragments.add(packet);
    return packet;
  }
}
