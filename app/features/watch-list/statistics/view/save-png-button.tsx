import { ImageDown } from "lucide-react";
import { useState } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";

interface SavePngButtonProps {
  src: string;
  name: string;
  image: string;
  size: { width: number; height: number };
}

/** Renders in the browser, since the server draws no text. Hidden without scripts. */
export function SavePngButton({ src, name, image, size }: SavePngButtonProps) {
  const { t } = useI18n();
  const [hasFailed, setHasFailed] = useState(false);
  const save = () => {
    setHasFailed(false);
    void toPng(src, size)
      .then((png) => download(png, name))
      .catch(() => setHasFailed(true));
  };
  return (
    <>
      <Button
        className="needs-js"
        onClick={save}
        aria-label={`${t("review.picture.png")}: ${image}`}
      >
        <ImageDown aria-hidden className="size-4" />
        {t("review.picture.png")}
      </Button>
      <span role="status" className="text-sm text-caution">
        {hasFailed ? t("review.picture.png.failed") : null}
      </span>
    </>
  );
}

async function toPng(src: string, { width, height }: SavePngButtonProps["size"]): Promise<Blob> {
  const image = new Image(width, height);
  image.src = src;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const brush = canvas.getContext("2d");
  if (brush === null) throw new Error("The browser has no canvas.");
  brush.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error("The browser made no PNG."));
      else resolve(blob);
    }, "image/png");
  });
}

function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
