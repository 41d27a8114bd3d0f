/**
 * Takes over what `draw-later` in utilities.css does until the page is hydrated, and lays out one
 * part with each frame: all at once would keep a phone from reacting.
 */
export function drawLater(): void {
  const parts = [...document.querySelectorAll<HTMLElement>(".draw-later")];
  for (const { style } of parts) style.contentVisibility = "auto";
  const drawNext = () => {
    const part = parts.shift();
    if (part === undefined) return;
    part.style.contentVisibility = "";
    requestAnimationFrame(drawNext);
  };
  // The page is hydrated first.
  setTimeout(drawNext, 500);
}
