import type { Area } from "~/media/images/transform/output-size.mjs";
import { classNames } from "~/ui/class-names";

interface CroppedImageProps {
  url: string;
  area: Area | null;
  className: string;
}

export function CroppedImage({ url, area, className }: CroppedImageProps) {
  if (area === null)
    return <img src={url} alt="" className={classNames("object-cover", className)} />;
  const place = {
    width: `${10_000 / area.width}%`,
    height: `${10_000 / area.height}%`,
    left: `${(-100 * area.x) / area.width}%`,
    top: `${(-100 * area.y) / area.height}%`,
  };
  return (
    <span className={classNames("relative block overflow-hidden", className)}>
      <img src={url} alt="" style={place} className="absolute max-w-none" />
    </span>
  );
}
