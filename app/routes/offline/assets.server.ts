import bricolage from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import styleSheet from "~/ui/theme/theme.css?url";

export const OFFLINE_ASSETS = {
  styleSheet,
  fonts: [figtree, bricolage],
  icon: "/favicon.svg",
} as const;
