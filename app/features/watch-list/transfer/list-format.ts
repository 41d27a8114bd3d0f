export const LIST_FORMATS = [
  "mal-xml",
  "anilist",
  "kitsu",
  "simkl",
  "simkl-csv",
  "json",
  "csv",
] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];
