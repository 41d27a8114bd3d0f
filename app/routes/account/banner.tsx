import { href } from "react-router";
import { proxiedImageUrl } from "~/ui/proxied-image-url";

export function profileBannerUrl(id: string): string {
  return href("/user/:id/banner.svg", { id });
}

export function Banner({ url }: { url: string }) {
  return (
    <img
      src={proxiedImageUrl(url, 2160)}
      alt=""
      width={1080}
      height={300}
      className="aspect-[1080/300] max-h-72 w-full rounded-lg bg-sunken object-cover max-md:min-h-28"
    />
  );
}
