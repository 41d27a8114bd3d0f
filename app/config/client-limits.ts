/** Limits for each client, so that none can starve others. */
export const CLIENT_LIMIT_DEFAULTS = {
  /** There are 1,024 in all. */
  streams: 256,
  /** There are 128 in all; more wait. */
  images: 32,
  /** There are 16 in all; more wait. */
  pages: 8,
  /** Excludes proxies; more wait. */
  api: 64,
  /** Connected pages of rooms, of 1,024 in all. */
  rooms: 32,
  /** Pages that follow changes, of 2,048 in all. */
  live: 16,
  /** There are 10,000 in all; a new one closes the longest idle one. */
  connections: 1_024,
} as const satisfies Record<string, number>;

export type ClientLimitName = keyof typeof CLIENT_LIMIT_DEFAULTS;
export type ClientLimits = Record<ClientLimitName, number>;

const ENTRY = /^(?<name>\w+)=(?<limit>[1-9]\d{0,5})$/;

/** Parses `name=limit,…` over the defaults. Returns a message for the first invalid part. */
export function parseClientLimits(text: string): ClientLimits | string {
  const limits: ClientLimits = { ...CLIENT_LIMIT_DEFAULTS };
  for (const part of text
    .split(",")
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "")) {
    const { name = "", limit } = ENTRY.exec(part)?.groups ?? {};
    if (limit === undefined) return `has "${part}", which is not of the form name=limit`;
    if (!isClientLimitName(name))
      return `names "${name}", but the limits are ${Object.keys(CLIENT_LIMIT_DEFAULTS).join(", ")}`;
    limits[name] = Number(limit);
  }
  return limits;
}

function isClientLimitName(name: string): name is ClientLimitName {
  return Object.hasOwn(CLIENT_LIMIT_DEFAULTS, name);
}
