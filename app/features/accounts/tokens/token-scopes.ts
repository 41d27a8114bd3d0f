export const TOKEN_SCOPES = [
  "list:read",
  "list:write",
  "profile:read",
  "profile:write",
  "playback",
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
