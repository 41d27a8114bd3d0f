/** A starter title to which the global setup attaches `tests/fixtures/streams`. */
export const SAMPLE_TITLE = 50172;
/** A mature title with one episode, in the test catalog only. */
export const MATURE_TITLE_ID = 2_000_000_900;

/** Episode numbers by what they play. */
export const SAMPLE_EPISODES = {
  ts: 1,
  fmp4: 2,
  "AES-128 TS": 3,
  "AES-128 fMP4": 4,
  languages: 5,
  film: 6,
  "own folder": 7,
  marked: 8,
  dead: 9,
  forbidden: 10,
  garbage: 11,
  live: 12,
} as const;

export function sampleEpisodePath(episode: keyof typeof SAMPLE_EPISODES): string {
  return `/watch/${SAMPLE_TITLE}/${SAMPLE_EPISODES[episode]}`;
}

/** Input for `npm run sources:add`: sources that respond, and sources that do not. */
export function sampleSources(origin: string): { good: object[]; bad: object[] } {
  const at = (episode: keyof typeof SAMPLE_EPISODES, url: string, more: object = {}) => ({
    anime: SAMPLE_TITLE,
    episode: SAMPLE_EPISODES[episode],
    url,
    ...more,
  });
  return {
    good: [
      at("ts", `${origin}/ts/index.m3u8`),
      at("fmp4", `${origin}/fmp4/index.m3u8`),
      at("AES-128 TS", `${origin}/aes-ts/index.m3u8`),
      at("AES-128 fMP4", `${origin}/aes-fmp4/master.m3u8`),
      at("languages", `${origin}/multi/master.m3u8`),
      at("film", `${origin}/film.mp4`),
      at("own folder", "/media/files/trials/fmp4/index.m3u8"),
      at("marked", `${origin}/ts/index.m3u8`, {
        label: "one",
        order: 0,
        intro: "2-6",
        outro: "10-",
      }),
      at("marked", `${origin}/fmp4/index.m3u8`, { label: "other", order: 1 }),
      at("live", `${origin}/live.m3u8`),
      at("dead", `${origin}/fmp4/index.m3u8`, { label: "spare", order: 1 }),
      { anime: MATURE_TITLE_ID, episode: 1, url: `${origin}/ts/index.m3u8` },
    ],
    bad: [
      at("dead", `${origin}/gone.m3u8`, { label: "away", order: 0 }),
      at("forbidden", `${origin}/forbidden.m3u8`),
      at("garbage", `${origin}/garbage.m3u8`),
    ],
  };
}

/** Requested before the sources are attached, to fill the response cache. */
export const PREFETCHED_PATHS = [
  `/api/episodes/getEpisode?mal_id=${SAMPLE_TITLE}&ep=1`,
  `/api/episodes?id=${SAMPLE_TITLE}`,
  `/watch/${SAMPLE_TITLE}/1`,
];
