import { useEffect, useRef, useState } from "react";
import type { PlainKey } from "~/language/messages";
import type { Area } from "~/media/images/transform/output-size.mjs";
import { cropAreaText } from "~/features/uploads/crop-area-text";
import { PictureRefused, sendPicture } from "./send-picture";

/** How far a picture is that somebody has chosen. `area` is the part to keep in percent, null for the middle of the whole. */
export type PictureStage =
  | { kind: "none" }
  | { kind: "cropping"; file: File; url: string }
  | { kind: "sending"; file: File; url: string; area: Area | null; share: number }
  | { kind: "failed"; file: File; url: string; area: Area | null; words: PlainKey }
  | { kind: "sent"; url: string; area: Area | null; address: string };

interface Wish {
  isBanner: boolean;
  /** The address that is saved. When it changes, what was chosen has become it, or was taken away. */
  saved: string | null;
  onSent: (address: string) => void;
}

const NONE: PictureStage = { kind: "none" };

/** A picture's way from being chosen over being cropped to the server. */
export function usePictureUpload({ isBanner, saved, onSent }: Wish) {
  const [stage, setStage] = useState<PictureStage>(NONE);
  const [known, setKnown] = useState(saved);
  if (known !== saved) {
    setKnown(saved);
    if (stage.kind === "sent") setStage(NONE);
  }
  const sending = useRef<AbortController>(null);
  const url = stage.kind === "none" ? null : stage.url;
  useEffect(() => () => void (url === null || URL.revokeObjectURL(url)), [url]);
  useEffect(() => () => sending.current?.abort(), []);

  const send = async ({ file, url, area }: { file: File; url: string; area: Area | null }) => {
    sending.current?.abort();
    const controller = new AbortController();
    sending.current = controller;
    const { signal } = controller;
    setStage({ kind: "sending", file, url, area, share: 0 });
    const onProgress = (share: number) =>
      setStage((now) => (now.kind === "sending" && now.url === url ? { ...now, share } : now));
    try {
      const address = await sendPicture({
        file,
        isBanner,
        crop: area === null ? "" : cropAreaText(area),
        onProgress,
        signal,
      });
      setStage({ kind: "sent", url, area, address });
      onSent(address);
    } catch (error) {
      if (!signal.aborted)
        setStage({
          kind: "failed",
          file,
          url,
          area,
          words: error instanceof PictureRefused ? error.words : "pictures.failed",
        });
    }
  };

  return {
    stage,
    choose: (file: File) => {
      sending.current?.abort();
      setStage({ kind: "cropping", file, url: URL.createObjectURL(file) });
    },
    forget: () => {
      sending.current?.abort();
      setStage(NONE);
    },
    send,
  };
}
