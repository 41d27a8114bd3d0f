import { LIGHTS } from "./drawing/backdrop";
import { clock } from "./drawing/clock";
import { clamp01 } from "./drawing/motion";
import { HEIGHT, WIDTH, tag } from "./drawing/svg";
import type { Cue } from "./packaging/subtitles";
import type { Music } from "./sound/music";

/** Scenes are cut at HLS segment boundaries, so that every cut is a key frame. */
export const FRAME_RATE = 24;
export const SEGMENT_SECONDS = 4;

/**
 * `draw` is pure and gets seconds since the scene's start. `seconds` is a multiple of the segment
 * length.
 */
export type Scene = { name: string; seconds: number; draw: (seconds: number) => string };

export type Episode = {
  number: number;
  title: string;
  scenes: readonly Scene[];
  cues: readonly Cue[];
  music: Music;
};

const DIP_SECONDS = 0.34;

export function episodeSeconds(episode: Episode): number {
  return episode.scenes.reduce((sum, scene) => sum + scene.seconds, 0);
}

export function frameCount(episode: Episode): number {
  return episodeSeconds(episode) * FRAME_RATE;
}

export function sceneAt(episode: Episode, seconds: number): { scene: Scene; local: number } {
  let start = 0;
  for (const scene of episode.scenes) {
    if (seconds >= start && seconds < start + scene.seconds)
      return { scene, local: seconds - start };
    start += scene.seconds;
  }
  throw new RangeError(
    `Episode ${episode.number} lasts ${start} s and has no picture at ${seconds} s`,
  );
}

export function drawFrame(episode: Episode, frame: number): string {
  const seconds = frame / FRAME_RATE;
  const { scene, local } = sceneAt(episode, seconds);
  const dip = 1 - clamp01(Math.min(local, scene.seconds - local - 1 / FRAME_RATE) / DIP_SECONDS);
  const night =
    dip > 0
      ? tag("rect", { width: WIDTH, height: HEIGHT, fill: "#04061a", opacity: dip * 0.92 })
      : "";
  const corners = tag("rect", { width: WIDTH, height: HEIGHT, fill: "url(#corners)" });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${LIGHTS}</defs>${scene.draw(local)}${corners}${night}${clock(Math.floor(seconds))}</svg>`;
}
