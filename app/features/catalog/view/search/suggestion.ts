import type { ShownTitle } from "~/features/catalog/title-language";

/** A title that the search box offers. */
export interface Suggestion {
  id: number;
  path: string;
  title: ShownTitle;
  /** `2023 · TV` */
  line: string;
}
