import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { episodeSeconds, FRAME_RATE, SEGMENT_SECONDS, type Episode } from "./demo-series/episode";
import { EPISODES } from "./demo-series/episodes";
import {
  renderVideo,
  encodeSize,
  hasFfmpeg,
  SIZES,
  type Size,
} from "./demo-series/packaging/encode";
import {
  masterPlaylist,
  mediaPlaylist,
  readSegments,
  videoCodec,
  type Rendition,
} from "./demo-series/packaging/playlists";
import { LANGUAGES, vttSegment } from "./demo-series/packaging/subtitles";
import { soundtrack, wav } from "./demo-series/sound/music";

const OUTPUT = fileURLToPath(new URL("../public/media/demo", import.meta.url));

async function writeSubtitles(episode: Episode, folder: string): Promise<void> {
  for (const { code } of LANGUAGES) {
    const into = join(folder, `sub-${code}`);
    await mkdir(into, { recursive: true });
    const segments = Array.from(
      { length: episodeSeconds(episode) / SEGMENT_SECONDS },
      (_, index) => ({
        uri: `seg-${String(index).padStart(2, "0")}.vtt`,
        seconds: SEGMENT_SECONDS,
      }),
    );
    for (const [index, { uri, seconds }] of segments.entries()) {
      await writeFile(
        join(into, uri),
        vttSegment(episode.cues, code, index * SEGMENT_SECONDS, index * SEGMENT_SECONDS + seconds),
      );
    }
    await writeFile(join(into, "index.m3u8"), mediaPlaylist(segments));
  }
}

/** Replaces ffmpeg's playlist and measures the bandwidths for the master playlist. */
async function finishSize(size: Size, folder: string): Promise<Rendition> {
  const segments = readSegments(await readFile(join(folder, "index.m3u8"), "utf8"));
  const bits = await Promise.all(
    segments.map(async ({ uri }) => (await stat(join(folder, uri))).size * 8),
  );
  await writeFile(join(folder, "index.m3u8"), mediaPlaylist(segments, "init.mp4"));
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
  return {
    folder: size.folder,
    width: size.width,
    height: size.height,
    frameRate: FRAME_RATE,
    codecs: `${videoCodec(await readFile(join(folder, "init.mp4")))},mp4a.40.2`,
    bandwidth: Math.max(
      ...segments.map((segment, index) => Math.ceil((bits[index] ?? 0) / segment.seconds)),
    ),
    averageBandwidth: Math.ceil(bits.reduce((sum, value) => sum + value, 0) / seconds),
  };
}

async function makeEpisode(episode: Episode, temporary: string): Promise<void> {
  const folder = join(OUTPUT, String(episode.number));
  const video = join(temporary, `${episode.number}.mkv`);
  const sound = join(temporary, `${episode.number}.wav`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(sound, wav(soundtrack(episode.music, SEGMENT_SECONDS)));
  await renderVideo(episode, video, (frame, of) => {
    if (frame % (FRAME_RATE * 10) === 0)
      console.log(`Episode ${episode.number}: ${frame} of ${of} frames drawn`);
  });
  await writeSubtitles(episode, folder);
  const renditions: Rendition[] = [];
  for (const size of SIZES) {
    const into = join(folder, size.folder);
    await mkdir(into);
    await encodeSize(size, video, sound, into);
    renditions.push(await finishSize(size, into));
  }
  await writeFile(join(folder, "master.m3u8"), masterPlaylist(renditions));
  console.log(
    `Episode ${episode.number} "${episode.title}": ${episodeSeconds(episode)} s, ${renditions.map(({ height, averageBandwidth }) => `${height}p ${Math.round(averageBandwidth / 1000)} kbit/s`).join(", ")}`,
  );
}

if (!(await hasFfmpeg())) {
  console.error(
    "Making the demo series needs ffmpeg with libx264 on the PATH (on Debian: apt-get install ffmpeg).",
  );
  process.exit(1);
}
const temporary = await mkdtemp(join(tmpdir(), "demo-series-"));
try {
  for (const episode of EPISODES) await makeEpisode(episode, temporary);
} finally {
  await rm(temporary, { recursive: true, force: true });
}
