import { useId, useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { useI18n } from "~/i18n/i18n-context";
import type { Area } from "~/media/images/transform/output-size.mjs";
import { Button } from "~/ui/button";
import { useModal } from "~/ui/use-modal";

interface CropDialogProps {
  url: string;
  isBanner: boolean;
  onCrop: (area: Area) => void;
  onCancel: () => void;
  onUnreadable: () => void;
}

const AVATAR_RATIO = 1;
const BANNER_RATIO = 1080 / 300;
const MAX_ZOOM = 5;
const ZOOM_STEP = 0.05;
const KEY_STEP = 10;

/** Crops by drag, pinch, wheel or keyboard. Lazy-loaded. */
export default function CropDialog({
  url,
  isBanner,
  onCrop,
  onCancel,
  onUnreadable,
}: CropDialogProps) {
  const dialog = useModal();
  const { t } = useI18n();
  const zoomId = useId();
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${zoomId}-title`}
      onCancel={onCancel}
      className="m-auto h-[min(36rem,100dvh)] max-h-dvh w-[min(42rem,100dvw)] max-w-none flex-col rounded-lg border border-rule bg-raised p-5 text-ink shadow-2xl backdrop:bg-black/60 open:flex max-md:mb-0"
    >
      <h2 id={`${zoomId}-title`} className="text-lg">
        {t(isBanner ? "images.cropBanner" : "images.cropAvatar")}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{t("images.cropHow")}</p>
      <div className="relative mt-3 min-h-24 grow overflow-hidden rounded-md bg-black">
        <Cropper
          image={url}
          aspect={isBanner ? BANNER_RATIO : AVATAR_RATIO}
          cropShape={isBanner ? "rect" : "round"}
          showGrid={false}
          crop={position}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          keyboardStep={KEY_STEP}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={setArea}
          mediaProps={{ onError: onUnreadable, alt: "" }}
          cropperProps={{ role: "group", "aria-label": t("images.cropPart") }}
          disableAutomaticStylesInjection
        />
      </div>
      <div className="mt-2 flex items-center gap-4">
        <label htmlFor={zoomId} className="text-sm font-medium text-ink-soft">
          {t("images.zoom")}
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={ZOOM_STEP}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
          className="h-11 min-w-0 grow accent-(--accent)"
        />
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>{t("images.cancel")}</Button>
        <Button
          weight="primary"
          aria-disabled={area === null}
          onClick={() => area !== null && onCrop(area)}
        >
          {t("images.use")}
        </Button>
      </div>
    </dialog>
  );
}
