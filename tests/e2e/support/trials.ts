/** A title of the starter catalog to which the global set-up attaches the streams of `tests/fixtures/streams`, an episode each. */
export const TRIALS = 50172;
/** A mature title with one episode, which only the tests' catalog has. */
export const MATURE = 2_000_000_900;

/** The episodes of the trials title, by what they play. */
export const EPISODE = {
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

/** The page of an episode of the trials title. */
export function trial(episode: keyof typeof EPISODE): string {
  return `/watch/${TRIALS}/${EPISODE[episode]}`;
}

/** What `npm run sources:add` attaches: streams that answer, and those that do not. */
export function trialSources(origin: string, deadHost: string): { good: object[]; bad: object[] } {
  const at = (episode: keyof typeof EPISODE, url: string, more: object = {}) => ({
    anime: TRIALS,
    episode: EPISODE[episode],
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
      { anime: MATURE, episode: 1, url: `${origin}/ts/index.m3u8` },
    ],
    bad: [
      at("dead", `http://${deadHost}/index.m3u8`, { label: "away", order: 0 }),
      at("forbidden", `${origin}/forbidden.m3u8`),
      at("garbage", `${origin}/garbage.m3u8`),
    ],
  };
}

/** Answers that are asked for before the streams are attached. */
export const WARMED = [
  `/api/episodes/getEpisode?mal_id=${TRIALS}&ep=1`,
  `/api/episodes?id=${TRIALS}`,
  `/watch/${TRIALS}/1`,
];
