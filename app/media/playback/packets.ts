/** A frame of a track as it is in the file. Times are in seconds. */
export interface Packet {
  data: Uint8Array;
  time: number;
  duration: number;
  isKey: boolean;
}

export interface TrackConfig {
  codec: string;
  video: VideoDecoderConfig | null;
  audio: AudioDecoderConfig | null;
}

export interface PacketRun {
  packets: Packet[];
  config: TrackConfig;
}
