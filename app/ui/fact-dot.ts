/** Stands between facts. Its first space does not break, so that no line begins with the dot. */
export const FACT_DOT = "\u00a0· ";
