import type { ReactNode } from "react";
import { Portrait } from "./portrait";

interface CreditHeadingProps {
  kind: string;
  name: { text: string; lang: "ja" | undefined };
  /** The name in the other script. */
  otherName: string | null;
  image: string | null;
  facts: string;
  children: ReactNode;
}

/** The heading of a character's or person's page. */
export function CreditHeading({
  kind,
  name,
  otherName,
  image,
  facts,
  children,
}: CreditHeadingProps) {
  return (
    <header>
      <p className="text-sm text-ink-soft">{kind}</p>
      <h1 lang={name.lang} className="mt-1 text-3xl wrap-break-word max-md:text-2xl">
        {name.text}
      </h1>
      {otherName === null ? null : (
        <p lang={name.lang === "ja" ? undefined : "ja"} className="mt-1 text-ink-soft">
          {otherName}
        </p>
      )}
      <div className="mt-5 flex items-start gap-5 md:gap-8">
        <Portrait
          name={name.text}
          url={image}
          width={112}
          className="overflow-hidden rounded-md shadow-lg"
        />
        <div className="min-w-0">
          <p className="text-sm text-ink-soft">{facts}</p>
          <div className="mt-4">{children}</div>
        </div>
      </div>
    </header>
  );
}
