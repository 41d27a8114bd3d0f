import styleSheet from "~/ui/theme/fallback-fonts.css?url";
import { useNonce } from "./nonce";

/** A rule of `fonts.css` found none of its system fonts. */
const SCRIPT = `document.fonts.addEventListener("loadingerror",function load({fontfaces}){if(!fontfaces.some(({family})=>family.includes("System ")))return;document.fonts.removeEventListener("loadingerror",load);document.head.append(Object.assign(document.createElement("link"),{rel:"stylesheet",href:${JSON.stringify(styleSheet)}}))})`;

/**
 * The site's own fonts for Japanese, Korean, Chinese and Thai. Few systems need them, and their
 * rules are larger than all others, so that they come once a system's own font was not found.
 */
export function FallbackFonts() {
  return (
    <>
      <script
        nonce={useNonce()}
        suppressHydrationWarning
        // Hydration leaves what the server wrote, so that browsers need not load it twice.
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? SCRIPT : "" }}
      />
      <noscript>
        <link rel="stylesheet" href={styleSheet} />
      </noscript>
    </>
  );
}
