/** A starter title to which the global setup attaches `tests/fixtures/streams`. */
export const SAMPLE_TITLE = 50172;
/** A starter title to which it attaches streams that fail while they play, and odd codecs. */
export const TROUBLED_TITLE = 205;
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

export const TROUBLED_EPISODES = {
  /** The first of two sources lacks its later segments. */
  "missing segments": 1,
  "refused segments": 2,
  HEVC: 3,
  "AC-3 file": 4,
  "AC-3 stream": 5,
  /** A source that ends early, then a whole one. */
  "short source": 6,
  "two renditions": 7,
  "HEVC with a spare": 8,
} as const;

/** Episodes of the same title with files of `tests/fixtures/numbered`, by what they are. */
export const NUMBERED_EPISODES = {
  mp4: 9,
  mkv: 10,
  "E-AC-3": 11,
  "not a film": 12,
  /** Episodes whose sound begins after 2.57 and 9 seconds. */
  "late AAC": 13,
  "late FLAC": 14,
} as const;

export function numberedEpisodePath(episode: keyof typeof NUMBERED_EPISODES): string {
  return `/watch/${TROUBLED_TITLE}/${NUMBERED_EPISODES[episode]}`;
}

export function troubledEpisodePath(episode: keyof typeof TROUBLED_EPISODES): string {
  return `/watch/${TROUBLED_TITLE}/${TROUBLED_EPISODES[episode]}`;
}

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
  const troubled = (episode: keyof typeof TROUBLED_EPISODES, path: string, label?: string) => ({
    anime: TROUBLED_TITLE,
    episode: TROUBLED_EPISODES[episode],
    url: `${origin}/${path}`,
    ...(label === undefined ? {} : { label, order: label === "first" ? 0 : 1 }),
  });
  const numbered = (episode: keyof typeof NUMBERED_EPISODES, file: string) => ({
    anime: TROUBLED_TITLE,
    episode: NUMBERED_EPISODES[episode],
    url: `/media/files/numbered/${file}`,
  });
  return {
    good: [
      numbered("mp4", "numbered.mp4"),
      numbered("mkv", "numbered.mkv"),
      numbered("E-AC-3", "eac3.mkv"),
      numbered("late AAC", "late-aac.mkv"),
      numbered("late FLAC", "late-flac.mkv"),
      troubled("missing segments", "missing/index.m3u8", "first"),
      troubled("missing segments", "fmp4/index.m3u8", "second"),
      troubled("refused segments", "refused/index.m3u8"),
      troubled("HEVC", "codecs/hevc.mp4"),
      troubled("AC-3 file", "codecs/ac3.mp4"),
      troubled("AC-3 stream", "codecs/ac3/index.m3u8"),
      troubled("short source", "ts/index.m3u8", "first"),
      troubled("short source", "short/index.m3u8", "second"),
      troubled("two renditions", "aes-fmp4/master.m3u8", "first"),
      troubled("two renditions", "aes-fmp4/master.m3u8?again", "second"),
      troubled("HEVC with a spare", "codecs/hevc.mp4", "first"),
      troubled("HEVC with a spare", "film.mp4", "second"),
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
      { ...numbered("not a film", "gone.mkv"), label: "lost", order: 0 },
      { ...numbered("not a film", "numbered.mkv"), label: "found", order: 1 },
    ],
  };
}

export const PREFETCHED_PATHS = [
  `/api/episodes/getEpisode?mal_id=${SAMPLE_TITLE}&ep=1`,
  `/api/episodes?id=${SAMPLE_TITLE}`,
  `/watch/${SAMPLE_TITLE}/1`,
];
