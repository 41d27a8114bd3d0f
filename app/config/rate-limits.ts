export interface RateLimit {
  points: number;
  seconds: number;
}

/** Specification section 8; other endpoints have limits of our own. */
export const RATE_LIMIT_DEFAULTS = {
  signup: { points: 100, seconds: 60 },
  signin: { points: 100, seconds: 60 },
  videoProxy: { points: 100, seconds: 60 },
  /** Counts requests for sources that this site's player was given. */
  playback: { points: 6_000, seconds: 60 },
  animesFull: { points: 100, seconds: 60 },
  oauth: { points: 100, seconds: 60 },
  callback: { points: 100, seconds: 60 },
  listImport: { points: 100, seconds: 60 },
  /** Challenges: one for each visit of the sign-in page, which fills passkeys in. */
  passkeys: { points: 100, seconds: 60 },
  accountDeletion: { points: 100, seconds: 60 },
  passwordChange: { points: 100, seconds: 60 },
  /** Other profiles of a household; PINs have waits of their own. */
  profileSwitch: { points: 60, seconds: 60 },
  /** Messages that users have sent to try a channel. */
  channelTest: { points: 5, seconds: 60 },
  passwordReset: { points: 20, seconds: 600 },
  newRooms: { points: 20, seconds: 600 },
  /** A household's share: pauses, seeks, readings of the clock. */
  roomChanges: { points: 600, seconds: 60 },
  ownCalendar: { points: 60, seconds: 60 },
  cspReport: { points: 30, seconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof RATE_LIMIT_DEFAULTS;
export type RateLimits = Record<RateLimitName, RateLimit>;

const ENTRY = /^(?<name>\w+)=(?<points>\d{1,9})\/(?<seconds>\d{1,6})$/;

/**
 * Parses `name=points/seconds,…` over the defaults. Returns a message for the first invalid part.
 */
export function parseRateLimits(text: string): RateLimits | string {
  const limits: RateLimits = { ...RATE_LIMIT_DEFAULTS };
  for (const part of text
    .split(",")
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "")) {
    const match = ENTRY.exec(part)?.groups;
    if (match === undefined) return `has "${part}", which is not of the form name=points/seconds`;
    const name = match.name ?? "";
    if (!isRateLimitName(name))
      return `names "${name}", but the limits are ${Object.keys(RATE_LIMIT_DEFAULTS).join(", ")}`;
    const limit = { points: Number(match.points), seconds: Number(match.seconds) };
    if (limit.points < 1 || limit.seconds < 1)
      return `has "${part}", but points and seconds start at 1`;
    limits[name] = limit;
  }
  return limits;
}

function isRateLimitName(name: string): name is RateLimitName {
  return Object.hasOwn(RATE_LIMIT_DEFAULTS, name);
}
