import { useCallback, useEffect, useState, type RefObject } from "react";

/** iPhones show nothing but a video itself in full screen. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** Full screen for the whole stage, so that our controls and subtitles come along. */
export function useFullscreen(
  stage: RefObject<HTMLElement | null>,
  video: PhoneVideo | null,
): { active: boolean; toggle: () => void } {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const look = () => setActive(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  const toggle = useCallback(() => {
    if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
    else if (document.fullscreenEnabled) stage.current?.requestFullscreen().catch(() => undefined);
    else video?.webkitEnterFullscreen?.();
  }, [stage, video]);
  return { active, toggle };
}
