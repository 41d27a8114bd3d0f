import { classNames } from "~/ui/class-names";
import type { Spine } from "./spine";

/** Decoration: the page has the native title as text. */
export function SpineText({ spine, className }: { spine: Spine; className: string }) {
  return (
    <span
      lang="ja"
      aria-hidden
      className={classNames("spine picture-text whitespace-normal text-balance", className)}
    >
      <span
        className="leading-[1.2] [font-family:inherit]"
        style={{ fontSize: `${spine.scale}em` }}
      >
        {spine.text}
      </span>
    </span>
  );
}
