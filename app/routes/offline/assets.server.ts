import bricolage from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2?url";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { signPath } from "~/ui/signs/signs";
import fallbackFonts from "~/ui/theme/fallback-fonts.css?url";
import styleSheet from "~/ui/theme/theme.css?url";

export const OFFLINE_ASSETS = {
  styleSheet,
  /** The slices themselves are in the browser's cache once a page needed them. */
  fallbackFonts,
  fonts: [figtree, bricolage],
  icon: "/favicon.svg",
  /** The one that both offline pages show. */
  sign: signPath("圏外"),
} as const;
