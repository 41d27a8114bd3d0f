import { useNonce } from "./nonce";

/** Errors of images do not bubble, and happen before the page's own scripts have loaded. */
const SCRIPT = `for(const type of["error","load"])document.addEventListener(type,({target})=>{if(target instanceof HTMLImageElement)target.toggleAttribute("data-failed",type==="error")},true)`;

/**
 * Marks images that fail, which hides them: browsers would draw an icon in their place, over what
 * is drawn behind them.
 */
export function FailedImagesScript() {
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning
      // Hydration leaves what the server wrote, so that browsers need not load it twice.
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? SCRIPT : "" }}
    />
  );
}
