import type { ReactNode } from "react";
import { SignMark } from "./signs/sign-mark";
import type { Sign } from "./signs/signs";

interface NoticeProps {
  glyph: Sign;
  title: string;
  /** Level of the heading; 1 when it is the page's. */
  level?: 1 | 2;
  children: ReactNode;
}

export function Notice({ glyph, title, level = 2, children }: NoticeProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className="flex gap-6 py-12 md:gap-12 md:py-20">
      <div className="max-w-prose min-w-0 self-center [&_.button]:py-2 [&_.button]:whitespace-normal">
        <Heading className="text-2xl">{title}</Heading>
        <div className="mt-4 space-y-4 text-ink-soft">{children}</div>
      </div>
      <SignMark sign={glyph} className="shrink-0 text-[clamp(3rem,10vw,6.5rem)] text-rule-strong" />
    </div>
  );
}
