import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { clientCodecs } from "~/media/playback/client-codecs";
import type { FilePlayer } from "~/media/playback/file-player.server";

export interface FilmRendition {
  init: Buffer;
  parts: Buffer[];
  /** What the playlist says of the segments. */
  durations: number[];
}

/** Loads what is made of a film, as a player does. */
export function createFilmPlayer(player: FilePlayer, file: string, codecs: string[] | null = null) {
  const plays = clientCodecs(codecs);
  const respond = async (...resource: string[]): Promise<Buffer> => {
    const { version } = await player.describe(file, plays);
    const { signal } = new AbortController();
    const parameters = new URLSearchParams(codecs === null ? {} : { codecs: codecs.join(",") });
    const request = { parameters, signal, client: "" };
    return (await player.respond(file, [version, "hls", ...resource], request)).body;
  };
  return {
    describe: () => player.describe(file, plays),
    respond,
    master: async () => (await respond("master.m3u8")).toString(),
    /** One segment after the other, as the encoder's queue is short. */
    rendition: async (...path: string[]): Promise<FilmRendition> => {
      const playlist = (await respond(...path, "index.m3u8")).toString();
      const durations = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) =>
        Number(seconds),
      );
      const init = await respond(...path, "init.mp4");
      const parts: Buffer[] = [];
      for (const index of durations.keys()) parts.push(await respond(...path, `${index}.m4s`));
      return { init, parts, durations };
    },
  };
}

export interface FilmPacket {
  time: number;
  duration: number;
  data: Buffer;
}

/** The frames of a fragmented MP4, in decoding order. */
export async function packetsOf(bytes: Buffer): Promise<FilmPacket[]> {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  const [track] = await input.getTracks();
  if (track === undefined) throw new Error("no track");
  const packets: FilmPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets())
    packets.push({
      time: packet.timestamp,
      duration: packet.duration,
      data: Buffer.from(packet.data),
    });
  input.dispose();
  return packets;
}
