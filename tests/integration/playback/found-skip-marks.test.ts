import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { episodePlayback } from "~/features/playback/delivery/episode-playback.server";
import { putSource } from "~/features/playback/sources/put-source.server";
import { sourceInputSchema } from "~/features/playback/sources/source-input";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { addAnime, addEpisodes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts } from "../../support/jobs/job-parts";
import { FFMPEG, ffmpeg } from "../../support/media/ffmpeg";
import { createTestServices } from "../../support/server/context";

const database = await testDatabase();
const { db, sql } = database;
const running = new AbortController().signal;
const EPISODES = 4;
/** Seconds: the opening starts later in each episode, and a preview follows the last ending. */
const [OPENING, ENDING, BEFORE, MIDDLE] = [20, 18, 6, 60];
const startOf = (episode: number) => BEFORE + episode * 2;

let folder: string;
let dataDir: string;
let animeId: number;

/** A tune of seconds: the pitch jumps four times a second as the seed tells. */
const tune = (seed: number, seconds: number) =>
  `aevalsrc=0.3*sin(2*PI*t*(300+mod(floor(t*4)*${seed * 37 + 11}\\,1500)))+0.2*sin(2*PI*t*(350+mod(floor(t*4)*${seed * 53 + 29}\\,1300))):s=22050:d=${seconds}`;

function makeEpisode(episode: number): void {
  const preview = episode === EPISODES ? 8 : 0;
  const seconds = startOf(episode) + OPENING + MIDDLE + ENDING + preview;
  const parts = [
    tune(episode * 7 + 1, startOf(episode)),
    tune(1_000, OPENING),
    tune(episode * 7 + 2, MIDDLE),
    tune(2_000, ENDING),
    ...(preview > 0 ? [tune(episode * 7 + 3, preview)] : []),
  ];
  ffmpeg(
    ...parts.flatMap((source) => ["-f", "lavfi", "-i", source]),
    ...["-f", "lavfi", "-i", `color=size=32x32:rate=5:duration=${seconds}`],
    "-filter_complex",
    `${parts.map((_, index) => `[${index}:a]`).join("")}concat=n=${parts.length}:v=0:a=1[sound]`,
    ...["-map", "[sound]", "-map", `${parts.length}:v`],
    // Each episode has another encoder and volume.
    ...["-c:v", "libx264", "-c:a", episode % 2 === 0 ? "aac" : "flac", "-ac", "1"],
    join(folder, `0${episode}.mkv`),
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "akari-marks-"));
  if (FFMPEG !== undefined)
    for (let episode = 1; episode <= EPISODES; episode += 1) makeEpisode(episode);
  await addMediaFolder(db, folder, "marks");
  ({ mal_id: animeId } = await addAnime(db));
  await addEpisodes(db, animeId, 1, EPISODES);
}, 120_000);
beforeEach(async () => {
  await sql`DELETE FROM episode_sources`;
  await sql`DELETE FROM found_skip_marks`;
  dataDir = createDataDir();
  return () => removeDataDir(dataDir);
});
afterAll(() => rmSync(folder, { recursive: true }));

const attach = (episode: number, more: object = {}) =>
  putSource(
    db,
    sourceInputSchema.parse({
      anime: animeId,
      episode,
      url: `/media/files/marks/0${episode}.mkv`,
      ...more,
    }),
    null,
  );

async function run(environment: Record<string, string> = {}) {
  const jobs = createJobParts(database.options, {
    DATA_DIR: dataDir,
    PATH: process.env["PATH"] ?? "",
    ...environment,
  });
  const { outcome, ...more } = await jobs.run("marks", running);
  await jobs.close();
  expect(outcome).toBe("succeeded");
  return (more as unknown as { result: Record<string, number> }).result;
}

async function marksOf(episode: number) {
  const { media } = createTestServices({ DATA_DIR: dataDir }, database);
  const [source] = await episodePlayback(animeId, episode, {
    client: "",
    db,
    player: media.filePlayer,
    signer: media.mediaSigner,
    viewers: ["network:192.0.2.1"],
    mayUseProxies: true,
    codecs: null,
  });
  return source?.chapters ?? [];
}

describe.skipIf(FFMPEG === undefined)("marks of a season (needs ffmpeg)", { tags: "rest" }, () => {
  it("are found by the sound that its episodes have in common", async () => {
    for (let episode = 1; episode <= EPISODES; episode += 1) await attach(episode);
    expect(await run()).toEqual({ compared: 4, marked: 4, uncompared: 0 });
    for (let episode = 1; episode <= EPISODES; episode += 1) {
      const [intro, outro, ...rest] = await marksOf(episode);
      expect(rest).toEqual([]);
      expect(intro).toMatchObject({ kind: "intro", title: null, detected: true });
      expect(Math.abs((intro?.start ?? 0) - startOf(episode))).toBeLessThan(1);
      expect(Math.abs((intro?.end ?? 0) - startOf(episode) - OPENING)).toBeLessThan(1);
      const outroAt = startOf(episode) + OPENING + MIDDLE;
      expect(outro).toMatchObject({ kind: "outro", detected: true });
      expect(Math.abs((outro?.start ?? 0) - outroAt)).toBeLessThan(1);
      if (episode === EPISODES)
        expect(Math.abs((outro?.end ?? 0) - outroAt - ENDING)).toBeLessThan(1);
      else expect(outro?.end).toBeNull();
    }
    expect(await run()).toEqual({ compared: 0, marked: 0, uncompared: 0 });
  });

  it("start and end where a chapter of another episode says", { tags: "nightly" }, async () => {
    // Three seconds of the parts beside the opening belong to it, which sound cannot tell.
    const [start, end] = [startOf(1) - 3, startOf(1) + OPENING + 3];
    const chapters = join(folder, "chapters.txt");
    writeFileSync(
      chapters,
      `;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=${start}\nEND=${end}\ntitle=Opening\n`,
    );
    ffmpeg(
      ...["-i", join(folder, "01.mkv"), "-i", chapters, "-map_metadata", "1", "-c", "copy"],
      join(folder, "named.mkv"),
    );
    await attach(1, { url: "/media/files/marks/named.mkv" });
    await attach(2);
    await run();
    const [intro] = await marksOf(2);
    expect(intro).toMatchObject({ kind: "intro", detected: true });
    expect(Math.abs((intro?.start ?? 0) - startOf(2) + 3)).toBeLessThan(1);
    expect(Math.abs((intro?.end ?? 0) - startOf(2) - OPENING - 3)).toBeLessThan(1);
    expect(await marksOf(1)).toContainEqual(
      expect.objectContaining({ kind: "intro", start, end, detected: false }),
    );
  });

  it("are never over those that are given, and go with the source", async () => {
    await attach(1, { intro: "3-9" });
    await attach(2);
    await run();
    expect((await marksOf(1)).map(({ kind, start, detected }) => [kind, start, detected])).toEqual([
      ["intro", 3, false],
      ["outro", expect.any(Number), true],
    ]);
    await sql`DELETE FROM episode_sources WHERE number = 2`;
    await run();
    expect(await sql`SELECT address FROM found_skip_marks`).toEqual([
      { address: "/media/files/marks/01.mkv" },
    ]);
  });

  it("are not shown for another version of the file", async () => {
    await attach(1);
    await attach(2);
    await run();
    await sql`UPDATE found_skip_marks SET version = 'v0-0'`;
    expect(await marksOf(1)).toEqual([]);
  });

  it("need another episode, and a file that is one", async () => {
    await attach(1);
    expect(await run()).toEqual({ compared: 0, marked: 0, uncompared: 0 });
    await attach(2);
    await attach(3, { url: "/media/files/marks/02.mkv" });
    expect(await run()).toEqual({ compared: 0, marked: 0, uncompared: 0 });
  });
});

it("are not searched without an ffmpeg, and the job says so", async () => {
  await attach(1);
  await attach(2);
  const result = await run({ FFMPEG_PATH: "/nowhere" });
  expect(result).toMatchObject({ compared: 0, marked: 0 });
  if (FFMPEG !== undefined) expect(result).toMatchObject({ uncompared: 2 });
});
