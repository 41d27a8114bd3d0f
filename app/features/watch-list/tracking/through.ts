export const THROUGH = ["site", "api", "import", "player"] as const;
export type Through = (typeof THROUGH)[number];
