/**
 * Marks images that fail, which hides them: browsers would draw an icon in their place, over what
 * is drawn behind them. Errors of images do not bubble, and happen before the page's own scripts
 * have loaded.
 */
export const FAILED_IMAGES_SCRIPT = `for(const type of["error","load"])document.addEventListener(type,({target})=>{if(target instanceof HTMLImageElement)target.toggleAttribute("data-failed",type==="error")},true)`;
