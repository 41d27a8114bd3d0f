/** The first is the default. */
export const LIST_LAYOUTS = ["rows", "grid", "table"] as const;
export type ListLayout = (typeof LIST_LAYOUTS)[number];
