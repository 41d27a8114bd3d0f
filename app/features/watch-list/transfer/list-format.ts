export const LIST_FORMATS = ["mal-xml", "anilist", "json", "csv"] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];
