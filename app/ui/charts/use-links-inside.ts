import type { MouseEvent } from "react";
import { useNavigate } from "react-router";

/**
 * Handles the clicks of an element whose plain links go to pages of the site: without a page load,
 * like the router's links, which take longer to render. Charts have hundreds.
 */
export function useLinksInside(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = (event.target as Element).closest("a");
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (link === null || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    void navigate(link.pathname + link.search);
  };
}
