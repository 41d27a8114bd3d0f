import type { DisplayTitle } from "~/features/catalog/title-language";

export interface Suggestion {
  id: number;
  path: string;
  title: DisplayTitle;
  line: string;
}
