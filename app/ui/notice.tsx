import type { ReactNode } from "react";

interface NoticeProps {
  /** A word or two of Japanese, set large as the picture of the page. Decoration. */
  glyph: string;
  title: string;
  /** The page's own heading is an `h1`; inside a page it is an `h2`. */
  level?: 1 | 2;
  children: ReactNode;
}

/** Says that there is nothing to see here, why, and what to do next. */
export function Notice({ glyph, title, level = 2, children }: NoticeProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className="grid grid-cols-[auto_1fr] gap-6 py-12 md:gap-12 md:py-20">
      <p
        lang="ja"
        aria-hidden
        className="spine text-[clamp(3rem,10vw,6.5rem)] leading-none text-rule-strong"
      >
        {glyph}
      </p>
      <div className="max-w-prose self-center">
        <Heading className="text-2xl">{title}</Heading>
        <div className="mt-4 space-y-4 text-ink-soft">{children}</div>
      </div>
    </div>
  );
}
