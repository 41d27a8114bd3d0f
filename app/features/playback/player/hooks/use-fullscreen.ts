import { useCallback, useEffect, useState, type RefObject } from "react";

/** iPhones support full screen for video elements only. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** Full screen of the whole player, to keep its controls and subtitles. */
export function useFullscreen(
  stage: RefObject<HTMLElement | null>,
  video: PhoneVideo | null,
): { active: boolean; toggle: () => void } {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const update = () => setActive(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", update);
    return () => document.removeEventListener("fullscreenchange", update);
  }, []);
  const toggle = useCallback(() => {
    if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
    else if (document.fullscreenEnabled) stage.current?.requestFullscreen().catch(() => undefined);
    else video?.webkitEnterFullscreen?.();
  }, [stage, video]);
  return { active, toggle };
}
