export const VIA = ["site", "api", "import", "player", "catalog", "sign-up"] as const;
export type Via = (typeof VIA)[number];
