import { useEffect, useRef, useState } from "react";
import type { PlainKey } from "~/i18n/message-types";
import type { Area } from "~/media/images/transform/output-size.mjs";
import { formatCropArea } from "~/features/uploads/format-crop-area";
import { UploadRefused, uploadImage } from "./upload-image";

export type UploadStage =
  | { kind: "none" }
  | { kind: "cropping"; file: File; url: string }
  | { kind: "sending"; file: File; url: string; area: Area | null; share: number }
  | { kind: "failed"; file: File; url: string; area: Area | null; messageKey: PlainKey }
  | { kind: "sent"; url: string; area: Area | null; uploadedUrl: string };

interface ImageUploadOptions {
  isBanner: boolean;
  saved: string | null;
  onSent: (url: string) => void;
}

const NONE: UploadStage = { kind: "none" };

export function useImageUpload({ isBanner, saved, onSent }: ImageUploadOptions) {
  const [stage, setStage] = useState<UploadStage>(NONE);
  const [previous, setPrevious] = useState(saved);
  if (previous !== saved) {
    setPrevious(saved);
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
      const uploadedUrl = await uploadImage({
        file,
        isBanner,
        crop: area === null ? "" : formatCropArea(area),
        onProgress,
        signal,
      });
      setStage({ kind: "sent", url, area, uploadedUrl });
      onSent(uploadedUrl);
    } catch (error) {
      if (!signal.aborted)
        setStage({
          kind: "failed",
          file,
          url,
          area,
          messageKey: error instanceof UploadRefused ? error.messageKey : "images.failed",
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
