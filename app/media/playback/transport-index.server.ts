import type { InputTrack } from "mediabunny";
import type { Keyframe, MediaInfo } from "~/media/container/container-info";
import type { FileBytes } from "~/media/container/file-bytes.server";
import { audioSpan, withInput, type AudioSpan } from "~/media/container/isobmff-and-ts.server";
import { packetLayout, type PacketLayout } from "~/media/container/mpeg-ts-packets";
import { scanTransportStream, type AudioPlaces } from "~/media/container/mpeg-ts-scan.server";
import type { Segment } from "./cuts";
import { mainTrack } from "./delivery-plan";
import { inputConfig } from "./input-config";
import type { TrackConfig } from "./packets";
import {
  audioCoding,
  readTransportEnd,
  videoCoding,
  type TransportPart,
} from "./read-transport-stream.server";

/** A transport stream whose video is read here. The library reads what is not among its tracks. */
export interface TransportStream extends PacketLayout {
  /** Seconds at which the file's clock starts. */
  first: number;
  tracks: ReadonlyMap<number, ScannedTrack>;
}

interface ScannedTrack {
  config: TrackConfig;
  /** Places from which sound can be read. */
  starts: readonly Keyframe[];
}

interface ScannedTransport {
  stream: TransportStream;
  keyframes: Keyframe[];
  end: number;
  audio: Map<number, AudioSpan>;
}

/** Sound that starts within a packet is in the one before. */
const LEAD_SECONDS = 0.5;

/** Reads all of the file. Null if only the library reads its main video. */
export function scanTransport(
  bytes: FileBytes,
  { tracks: described }: Pick<MediaInfo, "tracks">,
): Promise<ScannedTransport | null> {
  const decoded = described.filter(({ codec }) => codec !== null);
  const main = mainTrack(described, "video")?.number;
  return withInput(bytes, async (input) => {
    const tracks = (await input.getTracks()).filter(({ id }) =>
      decoded.some(({ number }) => number === id),
    );
    const configs = new Map<number, TrackConfig>();
    let first = Infinity;
    for (const track of tracks) {
      configs.set(track.id, await inputConfig(track));
      first = Math.min(first, await track.getFirstTimestamp());
    }
    const config = main === undefined ? undefined : configs.get(main);
    const coding = config === undefined ? null : videoCoding(config);
    if (main === undefined || config === undefined || coding === null) return null;
    const layout = { ...packetLayout(await bytes.read(0, 400)), first };
    const audio = [...configs].flatMap(([id, sound]) => (audioCoding(sound) === null ? [] : [id]));
    const scan = await scanTransportStream(bytes, {
      ...layout,
      video: { pid: main, coding },
      audio,
    });
    if (scan === null) return null;
    const scanned = new Map<number, ScannedTrack>([[main, { config, starts: [] }]]);
    const spans = new Map<number, AudioSpan>();
    for (const track of tracks.filter((candidate) => candidate.isAudioTrack())) {
      const [places, sound] = [scan.audio.get(track.id), configs.get(track.id)];
      const span = await spanOf(bytes, track, { ...layout, config: sound ?? config }, places);
      spans.set(track.id, span);
      if (places !== undefined && sound !== undefined)
        scanned.set(track.id, { config: sound, starts: places.starts });
    }
    const stream = { ...layout, tracks: scanned };
    return { stream, keyframes: scan.keyframes, end: scan.end, audio: spans };
  });
}

async function spanOf(
  bytes: FileBytes,
  track: InputTrack,
  part: Omit<TransportPart, "from" | "until">,
  places: AudioPlaces | undefined,
): Promise<AudioSpan> {
  const [first] = places?.starts ?? [];
  const last = places?.last ?? null;
  if (first === undefined || last === null) return audioSpan(track);
  const end = await readTransportEnd(
    { ...part, from: last.offset ?? 0, until: null },
    bytes,
    track.id,
  );
  return { first: first.time, end: end ?? last.time };
}

/** A segment of a track. */
interface CopiedTrack {
  kind: "video" | "audio";
  track: number;
  segment: Segment;
  isFirst: boolean;
}

/** The bytes in which a segment of a track lies; null if only the library finds it. */
export function transportPart(
  { transport, segments }: { transport: TransportStream | null; segments: readonly Segment[] },
  { kind, track, segment, isFirst }: CopiedTrack,
): TransportPart | null {
  const found = transport?.tracks.get(track);
  if (transport === null || found === undefined) return null;
  const { tracks: _, ...layout } = transport;
  const { config, starts } = found;
  if (kind === "video") {
    const next = segments.find(({ start }) => start === segment.end);
    if (segment.offset === null) return null;
    return { ...layout, config, from: segment.offset, until: next?.offset ?? null };
  }
  const place = isFirst
    ? undefined
    : starts.findLast(({ time }) => time <= segment.start - LEAD_SECONDS);
  return { ...layout, config, from: place?.offset ?? layout.offset, until: null };
}
